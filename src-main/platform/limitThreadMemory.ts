import { threadCacheBudget } from './cacheBudget.ts'
import { collectWhenIdle } from './idleCollection.ts'

/**
 * Size of the pools that Node cuts small Buffers from, bytes; Node's default is 64 kB. A retained Buffer of 32 bytes
 * pins its pool: block ids and hashes in caches retained 64 kB each. Smaller pools need more time: 120 ns a Buffer with
 * 256 bytes.
 */
const BUFFER_POOL_BYTES = 512

/**
 * Limits the memory that the calling thread retains. Must be called first in the entry of every thread.
 * @param afterCollection called whenever the thread is idle, after its garbage is collected
 */
export function limitThreadMemory(afterCollection?: () => void): Disposable {
  Buffer.poolSize = BUFFER_POOL_BYTES
  return collectWhenIdle({ shrink: () => threadCacheBudget().shrink(), afterCollection })
}
