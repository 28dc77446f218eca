import { threadCacheBudget } from './cacheBudget.ts'
import { collectWhenIdle } from './idleCollection.ts'

/**
 * Size of the pools that Node cuts small Buffers from, bytes; Node's default is 64 kB. A retained Buffer of 32 bytes
 * pins its pool: block ids and hashes in caches retained 64 kB each. Smaller pools need more time: 120 ns a Buffer with
 * 256 bytes.
 */
const BUFFER_POOL_BYTES = 512

/** What limitThreadMemory depends on. */
export type ThreadMemoryOptions = {
  /** Called whenever the thread is idle, after its garbage is collected. */
  readonly afterCollection?: (() => void) | undefined
  /** False for a thread that drops all its small Buffers after each call: it keeps Node's pools. Default true. */
  readonly retainsBuffers?: boolean | undefined
}

/** Limits the memory that the calling thread retains. Must be called first in the entry of every thread. */
export function limitThreadMemory({
  afterCollection,
  retainsBuffers = true,
}: ThreadMemoryOptions = {}): Disposable {
  if (retainsBuffers) Buffer.poolSize = BUFFER_POOL_BYTES
  return collectWhenIdle({ shrink: () => threadCacheBudget().shrink(), afterCollection })
}
