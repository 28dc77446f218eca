import { type Connection, sqlite } from './driver.ts'

/**
 * Growth or shrinking of the process since the last trim that makes another one worth its pause of some 10 ms, bytes: the
 * threads of a process that shrinks after load have freed blocks.
 */
const LEAST_CHANGE = 8 << 20

/** SQLite's error for an extension whose entry point returned something else than 0: malloc_trim returns 1 if it freed. */
const RETURNED_NONZERO = 'error during initialization'

/** Options of createAllocatorTrim, for tests. */
export type AllocatorTrimOptions = {
  /** Returns the resident memory of the process, bytes. */
  readonly residentBytes?: () => number
  /** Returns false if memory cannot be trimmed here; then it is not called again. */
  readonly trim?: () => boolean
}

/**
 * Returns a function that gives free memory of the C library's allocator back to the system if the process has grown or
 * shrunk. Load leaves the allocator with tens of megabytes of free blocks below used ones,
 * which glibc returns on request only.
 */
export function createAllocatorTrim(options: AllocatorTrimOptions = {}): () => void {
  const { residentBytes = process.memoryUsage.rss, trim = trimAllocator } = options
  let afterLast = 0
  let canTrim = true
  return () => {
    if (!canTrim || Math.abs(residentBytes() - afterLast) < LEAST_CHANGE) return
    canTrim = trim()
    afterLast = residentBytes()
  }
}

/**
 * Calls malloc_trim(3); returns false where there is none: outside of Linux, and with another C library than glibc.
 *
 * Node has no function for it. SQLite opens a library and calls the named entry point of an extension, so it can call a
 * function of the C library. The first argument of an entry point is the connection's address. malloc_trim takes it as
 * the number of bytes to keep at the end of the heap, which is thus left as it is (M_TRIM_THRESHOLD bounds it);
 * the pages of all other free blocks are returned.
 */
export function trimAllocator(): boolean {
  if (process.platform !== 'linux') return false
  const Sqlite = sqlite()
  const connection: Connection = new Sqlite(':memory:')
  try {
    // The published types lack the second parameter.
    const { loadExtension }: { loadExtension(file: string, entryPoint: string): unknown } = connection
    loadExtension.call(connection, 'libc.so.6', 'malloc_trim')
    return true
  } catch (error) {
    // Any other error means that the library or the function is missing.
    return error instanceof Sqlite.SqliteError && error.message.startsWith(RETURNED_NONZERO)
  } finally {
    connection.close()
  }
}
