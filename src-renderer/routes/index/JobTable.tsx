import { useRef } from 'react'
import type { IndexJob } from '#shared/schema/indexer.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { formatRate } from '../../api/chainRates.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip, type ChipTone } from '../../components/Chip.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { classNames } from '../../components/classNames.ts'
import { JobProgress, jobName } from '../../components/JobProgress.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { formatAge } from '../../format/age.ts'
import styles from './IndexPage.module.css'
import type { IndexControl } from './useIndexControl.ts'

const STATES: Readonly<Record<IndexJob['state'], readonly [tone: ChipTone, word: string]>> = {
  waiting: ['plain', 'waiting'],
  running: ['plain', '… running'],
  paused: ['warn', '‖ paused'],
  done: ['good', '✓ done'],
  cancelled: ['plain', 'cancelled'],
  failed: ['bad', '✕ failed'],
}

function What({ job }: { readonly job: IndexJob }) {
  if (job.account !== null) {
    return (
      <span className={styles.what}>
        History of <AccountLink address={job.account} pictured />
      </span>
    )
  }
  return (
    <span className={styles.what}>
      Blocks <BlockLink blockId={masterchainBlockId(job.first ?? 1)} /> –{' '}
      <BlockLink blockId={masterchainBlockId(job.last ?? 1)} />
      {!job.newest_first && <span className={styles.quiet}>oldest first</span>}
    </span>
  )
}

function TimeLeft({ job }: { readonly job: IndexJob }) {
  if (job.eta_seconds !== null) return formatAge(job.eta_seconds)
  const isUnknown = job.kind === 'account' && job.state === 'running'
  return (
    <span
      className={table.quiet}
      title={
        isUnknown ? 'The total is known when the first transaction of the account is reached' : undefined
      }
    >
      {isUnknown ? 'unknown' : '–'}
    </span>
  )
}

type JobProps = { readonly job: IndexJob; readonly control: IndexControl }

function Buttons({ job, control }: JobProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  if (!['waiting', 'running', 'paused'].includes(job.state)) return null
  const isPaused = job.state === 'paused'
  const sent = { job: job.id }
  return (
    <span className={styles.jobButtons}>
      <Button
        disabled={control.working}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${jobName(job)}`}
        onClick={() =>
          control.run(
            isPaused
              ? { name: 'resume', sent, what: 'resuming', done: () => undefined }
              : { name: 'pause', sent, what: 'pausing', done: () => undefined },
          )
        }
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        disabled={control.working}
        aria-label={`Cancel ${jobName(job)}`}
        onClick={() => dialog.current?.showModal()}
      >
        Cancel
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title="Cancel this job?"
        action="Cancel the job"
        onConfirm={() => control.run({ name: 'cancel', sent, what: 'cancelling', done: () => undefined })}
      >
        <p>Indexed data is kept. The rest is not fetched.</p>
      </ConfirmDialog>
    </span>
  )
}

function Row({ job, control }: JobProps) {
  const [tone, word] = STATES[job.state]
  return (
    <tr>
      <th scope="row">
        <What job={job} />
        {job.detail !== null && <span className={styles.detail}>{job.detail}</span>}
      </th>
      <td>
        <Chip tone={tone}>{word}</Chip>
      </td>
      <td className={styles.progressCell}>
        <JobProgress job={job} />
      </td>
      <td className={classNames(table.number, table.wide)}>
        {job.rate === null ? <span className={table.quiet}>–</span> : `${formatRate(job.rate)} a second`}
      </td>
      <td className={classNames(table.number, table.wide)}>
        <TimeLeft job={job} />
      </td>
      <td className={styles.action}>
        <Buttons job={job} control={control} />
      </td>
    </tr>
  )
}

type JobTableProps = { readonly jobs: readonly IndexJob[]; readonly control: IndexControl }

/** Running and finished jobs. */
export function JobTable({ jobs, control }: JobTableProps) {
  const newestFirst = [...jobs].sort((one, other) => other.id - one.id)
  return (
    <Panel title="Jobs" note={jobs.length > 0 && jobs.length} flush>
      {jobs.length === 0 ? (
        <EmptyState>No jobs. After a restart of Tonscope, jobs continue where they stopped.</EmptyState>
      ) : (
        <table className={classNames(table.table, styles.jobs)}>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">State</th>
              <th scope="col">Progress</th>
              <th scope="col" className={classNames(table.number, table.wide)}>
                Rate
              </th>
              <th scope="col" className={classNames(table.number, table.wide)}>
                Time left
              </th>
              <th scope="col">
                <span className="visually-hidden">Pause or cancel</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {newestFirst.map((job) => (
              <Row key={job.id} job={job} control={control} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
