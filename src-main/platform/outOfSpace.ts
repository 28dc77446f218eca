const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Returns whether a write failed, itself or as the cause of `error`, because disk or quota are full. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return CODES.includes((error as NodeJS.ErrnoException).code) || isOutOfSpace(error.cause)
}
