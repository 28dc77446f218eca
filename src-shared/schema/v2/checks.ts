/** Returns the contract's error for a value that is not positive, or undefined (compatibility-v2 §8.2). */
export function positive(name: string, value: number | undefined): string | undefined {
  return value !== undefined && value <= 0 ? `${name} should be positive` : undefined
}

/** Returns the contract's error for a negative value, or undefined. */
export function nonNegative(name: string, value: number | bigint | undefined): string | undefined {
  return value !== undefined && value < 0 ? `${name} should be non-negative` : undefined
}

/** Returns the contract's error for a value above `limit`, or undefined. */
export function atMost(name: string, limit: number, value: number): string | undefined {
  return value > limit ? `${name} should be less or equal ${limit}` : undefined
}

/**
 * Returns the error for one of two parameters that are valid only as a pair: `lt and hash should be used
 * together`.
 */
export function together(
  [firstName, first]: readonly [string, unknown],
  [secondName, second]: readonly [string, unknown],
): string | undefined {
  return (first === undefined) === (second === undefined)
    ? undefined
    : `${firstName} and ${secondName} should be used together`
}

/** Returns the number of values that are not undefined. */
export function countGiven(...values: readonly unknown[]): number {
  return values.filter((value) => value !== undefined).length
}
