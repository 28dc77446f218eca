/**
 * Header of answers that come from executing transactions on this machine (estimates, pending traces) while the
 * network's global version is newer than the executor's: `13; network=15`. Absent otherwise.
 */
export const EXECUTOR_HEADER = 'X-Executor-Version'

/** Sentence for the descriptions of those operations. */
export const EXECUTOR_NOTE = `The header ${EXECUTOR_HEADER} says when the network's global version is newer than the executor's.`
