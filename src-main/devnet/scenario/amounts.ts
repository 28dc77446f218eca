/** Nanotons of one coin. */
const NANO = 1_000_000_000

/** Returns the nanotons of an amount in coins with at most nine decimals. */
export function ton(coins: number): bigint {
  return BigInt(Math.round(coins * NANO))
}
