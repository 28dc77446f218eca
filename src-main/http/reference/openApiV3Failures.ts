import { ApiError } from '#shared/apiError.ts'
import type { Parameter } from '#shared/schema/parameter.ts'
import { MAX_QUERY_MS, readControls } from '#shared/schema/v3/controls.ts'
import type { AnyV3Operation, V3Name } from '#shared/schema/v3/operations.ts'
import { MAX_LIMIT } from '#shared/schema/v3/page.ts'
import { BODY_TOO_LARGE, MAX_V3_URL_LENGTH, URL_TOO_LONG_V3 } from '../request/limits.ts'
import { TIMEOUT_TEXT } from '../response/errorTable.ts'
import {
  type DocumentedFailure,
  ENCODED,
  KEY_FAILURES,
  mergedByStatus,
  NETWORK_FAILURES,
  SEND_NO_SPACE,
  SEND_REFUSED,
  STARTING,
  UNREAD,
} from './openApiFailures.ts'

/** Documented failures of v3's operations (compatibility-v3 §2). */

const COVERED = 'the index covers 1-12849; the network cannot be asked for the rest: no liteserver answers'

/** The text that refuses a switch, obtained by a call. */
function switchRefusal(): string {
  try {
    readControls(() => undefined, [['x_timeout', 'soon']])
  } catch (error) {
    if (error instanceof ApiError) return error.message
  }
  throw new Error('x_timeout takes any text')
}

/** Failures of every operation of v3. */
export const COMMON_V3_FAILURES: readonly DocumentedFailure[] = [
  ...KEY_FAILURES,
  { status: 413, when: 'The body is larger than 1 MiB', texts: [BODY_TOO_LARGE] },
  {
    status: 414,
    when: `Path and query are longer than ${MAX_V3_URL_LENGTH} bytes`,
    texts: [URL_TOO_LONG_V3],
  },
  ENCODED,
  { status: 422, when: 'A switch is not right', texts: [switchRefusal()] },
  UNREAD,
  {
    status: 502,
    when: 'A liteserver gives a false answer, and there is no other',
    texts: ['LITE_SERVER_PROOF: liteserver 1.2.3.4:5678: account proof does not hold: wrong hash'],
  },
  {
    status: 503,
    when: `The index does not have this, and it cannot be had from the network; the text says what is covered. Or ${STARTING.when}`,
    texts: [COVERED, ...STARTING.texts],
  },
  {
    status: 504,
    when: 'The index, or the network behind it, does not answer in time',
    texts: [`the query took longer than ${MAX_QUERY_MS} ms`, TIMEOUT_TEXT],
  },
]

/** Errors of the v3 operations that the v2 API implements: each has status 500. */
const LEGACY_FAILURES: readonly DocumentedFailure[] = [
  { status: 500, when: 'The contract or its address is not right', texts: ['failed to parse address'] },
  ...NETWORK_FAILURES,
]

const UNREADABLE_BODY: DocumentedFailure = {
  status: 422,
  when: 'The body is not a JSON object',
  texts: ['request body must be a JSON object'],
}

const NO_BLOCK = {
  status: 404,
  when: 'The masterchain block is not there',
  texts: ['masterchain block 123 not found'],
}
const NO_BLOCKS = { status: 404, when: 'There is no such block', texts: ['blocks not found'] }
const NOTHING_PENDING = { status: 404, when: 'Nothing is on its way', texts: ['emulated traces not found'] }

const OWN_FAILURES: { readonly [Name in V3Name]?: readonly DocumentedFailure[] } = {
  masterchainInfo: [NO_BLOCKS],
  masterchainBlockShardState: [NO_BLOCKS],
  masterchainBlockShards: [NO_BLOCKS],
  transactions: [NO_BLOCK],
  transactionsByMasterchainBlock: [NO_BLOCK],
  traces: [NO_BLOCK],
  events: [NO_BLOCK],
  actions: [NO_BLOCK],
  adjacentTransactions: [
    { status: 404, when: 'It has no such neighbour', texts: ['adjacent transactions not found'] },
  ],
  pendingTransactions: [NOTHING_PENDING],
  'nft/items': [
    {
      status: 422,
      when: 'An index is malformed or has no collection',
      texts: [
        'index should contain digits only',
        'index parameter is not allowed without the collection_address',
      ],
    },
  ],
  decode: [{ status: 422, when: 'An opcode is malformed', texts: ['invalid opcode format at index 0: zz'] }],
  walletInformation: [{ status: 409, when: 'The account is another contract', texts: ['not a wallet'] }],
  message: [
    { status: 422, when: 'The message is not base64', texts: ['failed to parse boc'] },
    { status: 500, ...SEND_REFUSED },
    SEND_NO_SPACE,
  ],
  estimateFee: [
    {
      status: 422,
      when: 'The receiver or the message is not right',
      texts: ['empty address', 'failed to parse address', 'failed to parse body'],
    },
  ],
  runGetMethod: [
    { status: 422, when: 'An argument is not right', texts: ['a stack parameter must be an object'] },
    { status: 500, when: 'An argument has no known type', texts: ['unsupported stack parameter type: xyz'] },
    {
      status: 501,
      when: 'The method left what has no form here',
      texts: ['the method left a value that this answer has no form for'],
    },
  ],
}

function refusalOf([name, { kind, unparsable }]: readonly [string, Parameter<unknown, unknown>]): string[] {
  if (unparsable !== undefined) return [unparsable]
  if (kind.elements?.fromText('?') === undefined && kind.elements) {
    return [`failed to decode: schema: error converting value for index 0 of "${name}"`]
  }
  return kind.fromText('?') === undefined && !kind.elements
    ? [`failed to decode: schema: error converting value for "${name}"`]
    : []
}

/** Texts of the operation's own check, obtained by calls with no value and with all values. */
function checkTexts({ check, parameters }: AnyV3Operation): string[] {
  const empty = Object.entries(parameters).map(([name, { fallback }]) => [name, fallback] as const)
  const full = Object.keys(parameters).map((name) => [name, Array(MAX_LIMIT + 1).fill('')] as const)
  return [empty, full].flatMap((values) => check?.(Object.fromEntries(values) as never) ?? [])
}

/**
 * Returns the failures of an operation, one entry for each status; of the common ones only those to which it adds
 * texts.
 */
export function v3FailuresOf(operation: AnyV3Operation): DocumentedFailure[] {
  const { parameters, missingStatus = 422, name, category, methods = ['GET'] } = operation
  const entries = Object.entries(parameters)
  const missing = entries.flatMap(([, { presence, missing }]) =>
    presence === 'required' && missing !== undefined ? [missing] : [],
  )
  const limit = 'limit' in parameters ? [`limit is not allowed: ${MAX_LIMIT + 1} > ${MAX_LIMIT}`] : []
  const refused = [...new Set([...checkTexts(operation), ...limit, ...entries.flatMap(refusalOf)])]
  return mergedByStatus([
    ...(OWN_FAILURES[name as V3Name] ?? []),
    ...(missing.length > 0
      ? [{ status: missingStatus, when: 'A parameter is missing', texts: missing }]
      : []),
    ...(refused.length > 0 ? [{ status: 422, when: 'A parameter is not right', texts: refused }] : []),
    ...(methods.includes('POST') ? [UNREADABLE_BODY] : []),
    ...(category === 'legacy' ? LEGACY_FAILURES : []),
  ])
}
