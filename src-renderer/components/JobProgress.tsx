import type { IndexJob } from '#shared/schema/indexer.ts'
import { Figure } from './Amount.tsx'
import styles from './JobProgress.module.css'

/** Returns the name of a job: "blocks 1–4800", "history of 0:83DF…". */
export function jobName(job: IndexJob): string {
  return job.account === null ? `blocks ${job.first}–${job.last}` : `history of ${job.account}`
}

/** The progress of a job in numbers, with a bar if its size is known. */
export function JobProgress({ job }: { readonly job: IndexJob }) {
  const unit = job.kind === 'account' ? 'transactions' : 'blocks'
  const share = job.total === null || job.total === 0 ? undefined : Math.min(1, job.done / job.total)
  return (
    <>
      {share !== undefined && (
        <progress className={styles.progress} value={share} aria-label={`Progress of ${jobName(job)}`} />
      )}
      <span className={styles.count}>
        <Figure value={job.done} />
        {job.total !== null && (
          <>
            {' '}
            of <Figure value={job.total} />
          </>
        )}{' '}
        {unit}
        {job.total === null && job.state !== 'done' && ' so far'}
      </span>
    </>
  )
}
