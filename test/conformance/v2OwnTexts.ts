import { isJsonObject } from '#shared/schema/jsonValue.ts'
import { operationOf, type Recorded, recordedError } from './v2Recording.ts'

/**
 * Texts in place of those that the reference's web framework made (compatibility-v2 §8.1): those of §8.2, and of §10.1
 * about stacks.
 */

const HISTORY = /^getTransactions/
const ONE_BLOCK = /^(getShards|shards|getMasterchainBlockSignatures)$/
const BLOCK_FIELDS = /^getBlock/

/** Of required fields that are not there: the operation's name, the field's, the text. The first that fits counts. */
const MISSING: readonly (readonly [operation: RegExp, field: RegExp, text: string])[] = [
  [HISTORY, /^address$/, 'failed to parse address'],
  [/./, /^address$/, 'empty address'],
  [/./, /^source$/, 'empty source address'],
  [/./, /^destination$/, 'empty destination address'],
  [/^detectHash$/, /^hash$/, 'empty hash'],
  [/^sendBoc/, /^boc$/, 'empty boc'],
  [ONE_BLOCK, /^seqno$/, 'seqno should be positive'],
  [/^getShardBlockProof$/, /^workchain$/, 'workchain required'],
  [/^getShardBlockProof$/, /^seqno$/, 'seqno required'],
]

/** Entries of a stack: the recorded text, its position, and our text. */
const STACK: readonly (readonly [
  recorded: RegExp,
  text: (found: RegExpExecArray, line: Recorded) => string,
])[] = [
  [
    /Too (?:short|long) array, .*given=(\d+)$/,
    ([, given]) => `Expected 2 elements in stack entry, got: ${given}`,
  ],
  [/(Unknown discriminator field value '.*')$/, ([, text]) => text ?? ''],
  [/^Error at path 'stack\[\d+\]\.number'/, () => 'failed to parse number of a stack entry'],
  [/^Value of 'stack\[(\d+)\]\[1\]'/, ([, place], { params }) => wrongValue(params.stack, Number(place))],
  [
    /^Error at path 'stack\[\d+\]/,
    ({ input }) =>
      /actual: (array|null)|@type/.test(input)
        ? 'Invalid stack entry format: object with @type expected'
        : 'Invalid stack entry format: array of exact 2 elements expected',
  ],
]

function wrongValue(stack: unknown, place: number): string {
  const entry = Array.isArray(stack) ? stack[place] : undefined
  switch (Array.isArray(entry) ? entry[0] : undefined) {
    case 'num':
      return 'Wrong type of number in stack entry'
    case 'cell':
      return 'Invalid cell, object with field bytes expected'
    case 'tuple':
      return 'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected'
    default:
      return 'Invalid value in stack entry'
  }
}

/** Our text for a recorded one of the framework; undefined where the recorded one isn't the framework's. */
export function ownText(line: Recorded): string | RegExp | undefined {
  const recorded = recordedError(line) ?? ''
  if (recorded.startsWith('JSON parse error')) return /^JSON parse error: /
  const [, path] = /^(?:Error at path|Value of) '([^']+)'/.exec(recorded) ?? []
  if (path === undefined) return undefined
  if (path === '/') return 'request body must be a JSON object'
  for (const [pattern, text] of STACK) {
    const found = path.startsWith('stack[') ? pattern.exec(recorded) : null
    if (found) return text(found, line)
  }
  const field = path.split(/[.[]/)[0] ?? ''
  const operation = operationOf(line.method)
  const given = isJsonObject(line.params) ? line.params[field] : undefined
  if (given === undefined || given === null) {
    const missing = MISSING.find(([name, fields]) => name.test(operation) && fields.test(field))
    return missing?.[2] ?? `failed to parse ${field}`
  }
  // The reference's text for a shard in its GET form.
  if (field === 'shard' && BLOCK_FIELDS.test(operation)) return 'failed to parse workchain'
  return `failed to parse ${field}`
}
