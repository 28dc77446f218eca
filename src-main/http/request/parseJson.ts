import { messageOf } from '#shared/messageOf.ts'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'

/** The error of a body that is not JSON, or nested too deeply. */
export class JsonSyntaxError extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('json-syntax', message, options)
  }
}

/** The limit of toncenter's parser. */
const MAX_JSON_DEPTH = 2048
/** Maximum digits of an exact integer. Longer ones stay floating-point numbers, which no integer parameter accepts. */
const MAX_INTEGER_DIGITS = 80

/** Minimum digits of an integer beyond 2^53. */
const LONG_INTEGER = /[0-9]{16}/
const INTEGER = /^-?[0-9]+$/
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** Counts brackets outside of strings before any recursive parser sees the body. */
function checkDepth(text: string, maxDepth: number): void {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inText) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) {
      inText = true
    } else if (OPENING.has(code)) {
      if (++depth > maxDepth) throw new JsonSyntaxError(`JSON is nested deeper than ${maxDepth} levels`)
    } else if (CLOSING.has(code)) {
      depth--
    }
  }
}

/** Third argument of a reviver, with the source text of a primitive; every supported Node has it. */
type ReviverContext = { readonly source?: string }

function exactInteger(this: unknown, _key: string, value: unknown, context?: ReviverContext): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value
  return source.length <= MAX_INTEGER_DIGITS && INTEGER.test(source) ? BigInt(source) : value
}

/**
 * Parses a request body. Integers beyond 2^53 become bigint, so that a shard written as a bare -9223372036854775808 is
 * exact. Throws JsonSyntaxError.
 */
export function parseJson(text: string, maxDepth: number = MAX_JSON_DEPTH): JsonValue {
  if (text.trim() === '') throw new JsonSyntaxError('JSON document is empty')
  checkDepth(text, maxDepth)
  try {
    // A reviver makes parsing several times slower.
    return JSON.parse(text, LONG_INTEGER.test(text) ? exactInteger : undefined) as JsonValue
  } catch (error) {
    const reason = messageOf(error)
    throw new JsonSyntaxError(`JSON parse error: ${reason}`, { cause: error })
  }
}
