import type { JobRow } from '../../store/indexStore.ts'
import type { Ingest } from '../ingest.ts'
import { uncovered } from '../ranges.ts'
import type { AccountBackfill } from '../readThrough/accountBackfill.ts'
import type { JobProgress, RunJob } from './jobQueue.ts'

/** The implementations of both kinds of jobs. */
export type JobRunners = {
  readonly ingest: Ingest
  readonly accounts: AccountBackfill
}

/** Returns a function that runs jobs of both kinds. */
export function jobRunner({ ingest, accounts }: JobRunners): RunJob {
  async function range(job: JobRow, progress: JobProgress, signal: AbortSignal): Promise<void> {
    const { first = 1, last = first, newestFirst } = job
    await ingest.run(uncovered({ first, last }, ingest.coverage()), {
      newestFirst,
      signal,
      onWritten: (seqno) => progress.add(1, newestFirst ? seqno - 1 : seqno + 1),
    })
  }
  return (job, progress, signal) => {
    if (job.account === undefined) return range(job, progress, signal)
    return accounts.run(job.account, (count, size) => progress.add(count, size), signal)
  }
}
