import type { IndexJob, IndexStatus } from '#shared/schema/indexer.ts'
import { formatBytes } from '../indexer/diskLimit.ts'
import { formatRanges } from '../indexer/ranges.ts'

/** Returns the state of an index in a few lines. */
export function statusLines(status: IndexStatus): string[] {
  const { mode, state, detail, coverage, behind, rate, disk, detection, classification, integrity, jobs } =
    status
  const {
    index_bytes: index,
    wal_bytes: wal,
    archive_bytes: archive,
    limit_bytes: limit,
    free_bytes: free,
  } = disk
  return [
    `${mode === 'readonly' && state !== 'stopped' ? 'read only' : state.replace('_', ' ')}${detail ? `: ${detail}` : ''}`,
    `indexed: ${formatRanges(coverage)}${behind ? `, ${behind} behind` : ''}`,
    `rate: ${rate.blocks.toFixed(1)} masterchain blocks/s, ${rate.transactions.toFixed(0)} transactions/s`,
    `disk: index ${formatBytes(index)}, write-ahead log ${formatBytes(wal)}, archive ${formatBytes(archive)}` +
      `${limit === null ? '' : ` of ${formatBytes(limit)}`}${free === null ? '' : `, ${formatBytes(free)} free`}`,
    `contracts: ${detection.pending} not examined yet${againText(detection.rechecks)}, ${detection.waiting} waiting for another account's state` +
      detailText(detection.detail),
    `actions: ${classificationText(classification)}`,
    ...(integrity ? integrityLines(integrity) : []),
    ...jobs.map(jobText),
  ]
}

/** Returns how many of the contracts were examined before. */
function againText(rechecks: number): string {
  return rechecks === 0 ? '' : ` (${rechecks} again, as what they name has changed)`
}

function detailText(detail: string | null): string {
  return detail === null ? '' : `: ${detail}`
}

/** `checksums: 12 MB of 40 MB checked, 30 MB last on 2026-05-01 12:00, 1 bit corrected`, and a line for each damage. */
function integrityLines(integrity: NonNullable<IndexStatus['integrity']>): string[] {
  const {
    checked_bytes: checked,
    total_bytes: total,
    checked_at: at,
    checked_at_bytes: lastBytes,
    corrected,
    archive_damage,
  } = integrity
  const last =
    at === null
      ? ''
      : `, ${formatBytes(lastBytes ?? 0)} last on ${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const bits = corrected === 0 ? '' : `, ${corrected} ${corrected === 1 ? 'bit' : 'bits'} corrected`
  return [
    `checksums: ${formatBytes(checked)} of ${formatBytes(total)} checked${last}${bits}`,
    ...archive_damage.map((damage) => `  ${damage}`),
  ]
}

/** `no trace waits`, or `12 traces not classified yet, 300 of 4000 again, 5 actions changed`. */
export function classificationText({ pending, detail, again }: IndexStatus['classification']): string {
  const waiting =
    pending === 0 ? 'no traces pending' : `${pending} traces not classified yet${detailText(detail)}`
  return again.total === 0
    ? waiting
    : `${waiting}, ${again.done} of ${again.total} again, ${again.changed} actions changed`
}

/** `job 3 (blocks 100-200, newest first): running, 40 of 101, 12.5/s, 5 s left` */
export function jobText(job: IndexJob): string {
  const what =
    job.kind === 'account'
      ? `account ${job.account}`
      : `blocks ${job.first}-${job.last}, ${job.newest_first ? 'newest' : 'oldest'} first`
  return `job ${job.id} (${what}): ${progressText(job)}`
}

export function progressText({ kind, state, done, total, rate, eta_seconds: eta, detail }: IndexJob): string {
  return [
    state,
    kind === 'account' ? transactionsText(done, state) : `${done} of ${total}`,
    ...(rate === null ? [] : [`${rate.toFixed(1)}/s`]),
    ...(eta === null ? [] : [`${durationText(eta)} left`]),
    ...(detail === null ? [] : [detail]),
  ].join(', ')
}

/** The total is unknown until the account's first transaction is reached. */
function transactionsText(done: number, state: IndexJob['state']): string {
  const count = `${done} ${done === 1 ? 'transaction' : 'transactions'}`
  return state === 'done' ? count : `${count} so far, total unknown`
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
