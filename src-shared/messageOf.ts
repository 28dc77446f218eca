/**
 * Returns the message of anything that was thrown, with the hint of a TypedError: `port 80 is taken; choose another`. An
 * error of another thread can have lost its class, but not its hint.
 */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { message, hint } = thrown as Error & { readonly hint?: unknown }
  return typeof hint === 'string' ? `${message}; ${hint}` : message
}
