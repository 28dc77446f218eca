import type { IndexJob } from '#shared/schema/indexer.ts'
import type { JobRow, SeqnoRange } from '../../store/indexStore.ts'
import { countSeqnos, uncovered } from '../ranges.ts'
import { rawAddress } from '../stdAddress.ts'

/** The current progress of a job. */
export type JobState = {
  /** Masterchain blocks or transactions per second. */
  readonly rate: number
  readonly coverage: readonly SeqnoRange[]
}

/**
 * Converts a job to the API's form. Everything that the index has of its range or account counts as done, even by other
 * jobs. The number of an account's transactions is unknown until the first one is reached, and so is the rest of its
 * job.
 */
export function jobJson(row: JobRow, { rate, coverage }: JobState): IndexJob {
  const { id, kind, first, last, account, newestFirst, next, state, detail } = row
  const isRange = first !== undefined && last !== undefined
  const total = isRange ? last - first + 1 : null
  const left = isRange ? countSeqnos(uncovered({ first, last }, coverage)) : null
  const isRunning = state === 'running'
  return {
    id,
    kind,
    first: first ?? null,
    last: last ?? null,
    account: account ? rawAddress(account) : null,
    newest_first: newestFirst,
    state,
    detail: detail ?? null,
    done: total === null || left === null ? (next ?? 0) : total - left,
    total,
    rate: isRunning ? rate : null,
    eta_seconds: isRunning && left !== null && rate > 0 ? Math.ceil(left / rate) : null,
  }
}
