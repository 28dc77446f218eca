/**
 * Header of answers that come from executing transactions on this machine (estimates, pending traces) while the
 * network's global version is newer than the executor's: `13; network=15`. Absent otherwise.
 */
export const EXECUTOR_HEADER = 'X-Executor-Version'
