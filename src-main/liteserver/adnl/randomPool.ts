import { randomFillSync } from 'node:crypto'

/** The number of bytes drawn at once: a system call costs as much for 8 KB as for 32 bytes. */
const POOL_BYTES = 8192

let pool = Buffer.alloc(0)
let used = 0

/**
 * Returns at most 8 KB of random bytes from a pool: a view that no other caller gets and that is never overwritten.
 */
export function pooledRandomBytes(length: number): Buffer {
  if (used + length > pool.length) {
    // New memory each time: earlier views are still in use.
    pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES))
    used = 0
  }
  used += length
  return pool.subarray(used - length, used)
}
