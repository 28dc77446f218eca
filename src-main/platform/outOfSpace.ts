const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Returns whether a write failed because a disk or quota is full, by the error itself or its causes. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return CODES.includes((error as NodeJS.ErrnoException).code) || isOutOfSpace(error.cause)
}
