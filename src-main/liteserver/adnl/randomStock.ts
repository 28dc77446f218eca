import { randomFillSync } from 'node:crypto'

/** What is drawn from the system at once: one call costs as much for 8 KB as for 32 bytes. */
const STOCK_BYTES = 8192

let stock = Buffer.alloc(0)
let used = 0

/** Random bytes (at most 8 KB) that nobody else is given: a view that nothing is written to afterwards. */
export function takeRandom(length: number): Buffer {
  if (used + length > stock.length) {
    // New memory each time: earlier views are still in use.
    stock = randomFillSync(Buffer.allocUnsafeSlow(STOCK_BYTES))
    used = 0
  }
  used += length
  return stock.subarray(used - length, used)
}
