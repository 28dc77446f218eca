import { randomFillSync } from 'node:crypto'

/** The number of bytes drawn at once: a system call costs as much for 8 KB as for 32 bytes. */
const STOCK_BYTES = 8192

let stock = Buffer.alloc(0)
let used = 0

/**
 * Returns random bytes (at most 8 KB) that no other caller gets: a view that is not written to afterwards.
 */
export function takeRandom(length: number): Buffer {
  if (used + length > stock.length) {
    // New memory each time: earlier views are still in use.
    stock = randomFillSync(Buffer.allocUnsafeSlow(STOCK_BYTES))
    used = 0
  }
  used += length
  return stock.subarray(used - length, used)
}
