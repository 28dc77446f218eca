import { ApiError } from '#shared/apiError.ts'
import type { IndexJob } from '#shared/schema/indexer.ts'
import { type IndexStore, type JobRow, StoreError } from '../../store/indexStore.ts'
import { DiskLimitError } from '../diskLimit.ts'
import { createRateMeter, type RateMeter } from '../rateMeter.ts'
import { stopReasonOf } from '../stopReason.ts'
import { createWakeSignal } from '../wakeSignal.ts'
import { jobJson } from './jobJson.ts'

/** The queue of backfills. They run one after another, are saved, and continue after a restart. */
export type JobQueue = {
  list(): readonly IndexJob[]
  add(wanted: Omit<JobRow, 'id' | 'state' | 'detail' | 'next' | 'createdAt'>): Promise<IndexJob>
  /** This and the next two reject with ApiError for an unknown job, or one in an unsuitable state. */
  pause(id: number): Promise<void>
  resume(id: number): Promise<void>
  cancel(id: number): Promise<void>
  /** Retries jobs after a change of the disk limit. */
  wake(): void
  close(): Promise<void>
}

/** Does a job's work from its saved position; resolves when all is done. */
export type RunJob = (job: JobRow, progress: JobProgress, signal: AbortSignal) => Promise<void>

/** The progress of a running job. */
export type JobProgress = {
  /** Adds a number of masterchain blocks (of an account: transactions); `next` as in JobRow. */
  add(count: number, next: number): void
}

/** Dependencies of a job queue. */
export type JobQueueContext = {
  readonly store: IndexStore
  readonly run: RunJob
}

/** Maximum number of ended jobs that are kept. */
const MAX_ENDED = 20
const MAX_OPEN = 100
const SAVE_MS = 2_000
const IDLE_MS = 60_000

type Job = { row: JobRow; readonly meter: RateMeter; savedAt: number }

const ENDED: readonly JobRow['state'][] = ['done', 'cancelled', 'failed']

/** Loads the saved jobs and starts the queue. Rejects with StoreError. */
export async function openJobQueue({ store, run }: JobQueueContext): Promise<JobQueue> {
  const jobs: Job[] = (await store.jobs()).map(newJob)
  const wakeSignal = createWakeSignal()
  const closing = new AbortController()
  let current: { readonly job: Job; readonly stop: AbortController } | undefined

  async function change(job: Job, fields: Partial<JobRow>): Promise<void> {
    job.row = { ...job.row, ...fields }
    job.savedAt = performance.now()
    await store.saveJob(job.row)
  }

  function jobOf(id: number): Job {
    const job = jobs.find(({ row }) => row.id === id)
    if (!job) throw new ApiError(404, `there is no job ${id}`)
    return job
  }

  function openJob(id: number): Job {
    const job = jobOf(id)
    if (ENDED.includes(job.row.state)) throw new ApiError(409, `job ${id} is ${job.row.state}`)
    return job
  }

  function progressOf(job: Job): JobProgress {
    return {
      add(count, next) {
        job.meter.add(count)
        job.row = { ...job.row, next, detail: undefined }
        if (performance.now() - job.savedAt < SAVE_MS) return
        // A failure here only repeats a little work: other faults of the store stop the job's own writes.
        change(job, {}).catch(() => {})
      },
    }
  }

  /** Runs the next job; resolves to the milliseconds until the next call. */
  async function turn(): Promise<number> {
    if (store.isReadOnly) return IDLE_MS
    const job =
      jobs.find(({ row }) => row.state === 'running') ?? jobs.find(({ row }) => row.state === 'waiting')
    if (!job) return IDLE_MS
    const stop = new AbortController()
    current = { job, stop }
    job.meter.restart()
    try {
      await change(job, { state: 'running' })
      await run(job.row, progressOf(job), AbortSignal.any([closing.signal, stop.signal]))
      if (!stop.signal.aborted) await change(job, { state: 'done', detail: undefined })
      return 0
    } catch (error) {
      if (stop.signal.aborted || closing.signal.aborted) return 0
      const { reason, retryMs } = stopReasonOf(error)
      job.row = { ...job.row, detail: reason }
      if (isFinal(error)) await change(job, { state: 'failed' })
      return isFinal(error) ? 0 : retryMs
    } finally {
      current = undefined
    }
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await turn().catch((error: unknown) => stopReasonOf(error).retryMs)
      if (!closing.signal.aborted && pause > 0) await wakeSignal.wait(pause)
    }
  }

  function interrupt(job: Job): void {
    if (current?.job === job) current.stop.abort(new Error('the job was stopped'))
    wakeSignal.wake()
  }

  const looping = loop()
  return {
    list: () =>
      jobs.map(({ row, meter }) => jobJson(row, { rate: meter.rate(), coverage: store.coverage() })),
    async add(wanted) {
      const open = jobs.filter(({ row }) => !ENDED.includes(row.state))
      if (open.length >= MAX_OPEN) throw new ApiError(409, `${open.length} jobs are waiting already`)
      const id = 1 + Math.max(0, ...jobs.map(({ row }) => row.id))
      const createdAt = Math.floor(Date.now() / 1000)
      const job = newJob({ ...wanted, id, next: undefined, state: 'waiting', detail: undefined, createdAt })
      await store.saveJob(job.row)
      jobs.push(job)
      forgetOld(jobs)
      wakeSignal.wake()
      return jobJson(job.row, { rate: 0, coverage: store.coverage() })
    },
    async pause(id) {
      const job = openJob(id)
      await change(job, { state: 'paused' })
      interrupt(job)
    },
    async resume(id) {
      const job = openJob(id)
      if (job.row.state === 'paused') await change(job, { state: 'waiting', detail: undefined })
      wakeSignal.wake()
    },
    async cancel(id) {
      const job = openJob(id)
      await change(job, { state: 'cancelled', detail: undefined })
      interrupt(job)
    },
    wake: () => wakeSignal.wake(),
    async close() {
      closing.abort(new Error('the index is being closed'))
      wakeSignal.wake()
      await looping
      // Saves their positions; work since an unsaved one is repeated.
      await Promise.allSettled(
        jobs.filter(({ row }) => row.state === 'running').map((job) => change(job, {})),
      )
    },
  }
}

/** Returns whether a retry would fail again; false for a lack of space. */
function isFinal(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'other-chain'
  return !(error instanceof DiskLimitError)
}

function newJob(row: JobRow): Job {
  return { row, meter: createRateMeter(), savedAt: 0 }
}

function forgetOld(jobs: Job[]): void {
  const ended = jobs.filter(({ row }) => ENDED.includes(row.state))
  for (const job of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) jobs.splice(jobs.indexOf(job), 1)
}
