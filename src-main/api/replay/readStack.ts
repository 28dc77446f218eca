import { ApiError } from '#shared/apiError.ts'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import type { StackValue } from '../../tvm/stackValue.ts'
import { readLegacyStack, readStandardStack } from '../v2/stackInput.ts'

/** Reads a stack in the form of runGetMethod (pairs) or of runGetMethodStd. Throws ApiError 422 for other texts. */
export function readStack(text: string): readonly StackValue[] {
  const entries = parsed(text)
  if (!Array.isArray(entries)) throw new ApiError(422, 'stack must be a list, as of runGetMethod')
  return entries.some(Array.isArray) ? readLegacyStack(entries) : readStandardStack(entries)
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    throw new ApiError(422, 'stack is not JSON', { cause: error })
  }
}
