import { TypedError } from './typedError.ts'

/** Returns the message of anything that was thrown, with the hint of a TypedError: `port 80 is taken; choose another`. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const hint = thrown instanceof TypedError ? thrown.hint : undefined
  return hint === undefined ? thrown.message : `${thrown.message}; ${hint}`
}
