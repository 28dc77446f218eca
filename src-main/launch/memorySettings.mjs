/**
 * Memory settings that can only be set at a process's start: V8's options for the main thread and the C library's for
 * its allocator. docs/performance.md has the savings of each.
 */

/** @type {readonly string[]} */
export const NODE_FLAGS = [
  // Size of a semi-space; the young generation has three. V8's own limit is 32 MB, which it reaches under load and
  // rarely leaves.
  '--max-semi-space-size=2',
  // Every thread's old generation is collected when it has grown by 80 %; V8's own factor is up to 4.
  '--heap-growing-percent=80',
]

/**
 * For glibc. Threads share two arenas, not eight a core; blocks of 64 kB and more, and 64 kB of free space at an arena's
 * end, go back to the system at once: V8's compilers leave an arena full of holes. Smaller blocks are allocated too often:
 * with 16 kB, indexing needs 9 % more processor time. Other C libraries ignore them.
 * @type {Readonly<Record<string, string>>}
 */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

/**
 * Returns the environment with the allocator's settings; those that the user has set stay.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function memoryEnvironment(env) {
  const set = Object.entries(env).filter(([, value]) => value !== undefined)
  return { ...MALLOC_SETTINGS, .../** @type {Record<string, string>} */ (Object.fromEntries(set)) }
}

/**
 * Returns the arguments with which this process restarts; undefined if it has the settings or cannot restart.
 * @param {Pick<NodeJS.Process, 'platform' | 'execArgv' | 'argv' | 'execPath'> &
 *   { readonly channel?: unknown, readonly execve?: unknown }} current
 * @returns {readonly string[] | undefined}
 */
export function restartArguments({ platform, execArgv, argv, execPath, channel, execve }) {
  // Other platforms have no execve, or no glibc; an IPC channel would not survive.
  if (platform !== 'linux' || typeof execve !== 'function' || channel) return undefined
  const missing = NODE_FLAGS.filter((flag) => !execArgv.some((arg) => arg.startsWith(nameOf(flag))))
  if (missing.length === 0) return undefined
  return [execPath, ...missing, ...execArgv, ...argv.slice(1)]
}

/** @param {string} flag */
function nameOf(flag) {
  return flag.split('=', 1)[0] ?? flag
}

/** Restarts this process, with the same process id, unless it has the settings. */
export function applyMemorySettings() {
  const args = restartArguments(process)
  if (!args) return
  process.execve?.(process.execPath, [...args], memoryEnvironment(process.env))
}
