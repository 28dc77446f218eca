/**
 * The header of answers computed by executing transactions locally (estimates, pending traces), if the network's global
 * version is newer than the executor's: `13; network=15`. Absent otherwise.
 */
export const EXECUTOR_HEADER = 'X-Executor-Version'

/** The sentence about it in the descriptions of those operations. */
export const EXECUTOR_NOTE = `The header ${EXECUTOR_HEADER} says when the network's global version is newer than the executor's.`
