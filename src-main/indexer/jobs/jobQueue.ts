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
  add(wanted: NewJob): Promise<IndexJob>
  /** This and the next two reject with ApiError for an unknown job, or one in an unsuitable state. */
  pause(id: number): Promise<void>
  resume(id: number): Promise<void>
  cancel(id: number): Promise<void>
  /** Retries jobs after a change of the disk limit. */
  wake(): void
  close(): Promise<void>
}

/** The fields of a job that its request gives. */
export type NewJob = Omit<JobRow, 'id' | 'state' | 'detail' | 'next' | 'createdAt'>

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
export async function openJobQueue(context: JobQueueContext): Promise<JobQueue> {
  return new RunningJobQueue(context, await context.store.jobs())
}

class RunningJobQueue implements JobQueue {
  readonly #store: IndexStore
  readonly #runJob: RunJob
  readonly #jobs: Job[]
  readonly #wakeSignal = createWakeSignal()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #current: { readonly job: Job; readonly stop: AbortController } | undefined

  constructor({ store, run }: JobQueueContext, rows: readonly JobRow[]) {
    this.#store = store
    this.#runJob = run
    this.#jobs = rows.map(newJob)
    this.#running = this.#run()
  }

  list(): readonly IndexJob[] {
    return this.#jobs.map((job) => this.#jsonOf(job))
  }

  async add(wanted: NewJob): Promise<IndexJob> {
    const open = this.#jobs.filter(({ row }) => !ENDED.includes(row.state))
    if (open.length >= MAX_OPEN) throw new ApiError(409, `${open.length} jobs are waiting already`)
    const id = 1 + Math.max(0, ...this.#jobs.map(({ row }) => row.id))
    const createdAt = Math.floor(Date.now() / 1000)
    const job = newJob({ ...wanted, id, next: undefined, state: 'waiting', detail: undefined, createdAt })
    await this.#store.saveJob(job.row)
    this.#jobs.push(job)
    removeOldest(this.#jobs)
    this.#wakeSignal.wake()
    return this.#jsonOf(job)
  }

  async pause(id: number): Promise<void> {
    const job = this.#openJob(id)
    await this.#change(job, { state: 'paused' })
    this.#interrupt(job)
  }

  async resume(id: number): Promise<void> {
    const job = this.#openJob(id)
    if (job.row.state === 'paused') await this.#change(job, { state: 'waiting', detail: undefined })
    this.#wakeSignal.wake()
  }

  async cancel(id: number): Promise<void> {
    const job = this.#openJob(id)
    await this.#change(job, { state: 'cancelled', detail: undefined })
    this.#interrupt(job)
  }

  wake(): void {
    this.#wakeSignal.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the index is being closed'))
    this.#wakeSignal.wake()
    await this.#running
    // Saves their positions; work since an unsaved one is repeated.
    await Promise.allSettled(
      this.#jobs.filter(({ row }) => row.state === 'running').map((job) => this.#change(job, {})),
    )
  }

  async #run(): Promise<void> {
    const closed = this.#closing.signal
    while (!closed.aborted) {
      const pause = await this.#runNext().catch((error: unknown) => stopReasonOf(error).retryMs)
      if (!closed.aborted && pause > 0) await this.#wakeSignal.wait(pause)
    }
  }

  /** Runs the next job; resolves to the milliseconds until the next call. */
  async #runNext(): Promise<number> {
    if (this.#store.isReadOnly) return IDLE_MS
    const inState = (state: JobRow['state']) => this.#jobs.find(({ row }) => row.state === state)
    const job = inState('running') ?? inState('waiting')
    if (!job) return IDLE_MS
    const closed = this.#closing.signal
    const stop = new AbortController()
    this.#current = { job, stop }
    job.meter.restart()
    try {
      await this.#change(job, { state: 'running' })
      await this.#runJob(job.row, this.#progressOf(job), AbortSignal.any([closed, stop.signal]))
      if (!stop.signal.aborted) await this.#change(job, { state: 'done', detail: undefined })
      return 0
    } catch (error) {
      if (stop.signal.aborted || closed.aborted) return 0
      const { reason, retryMs } = stopReasonOf(error)
      job.row = { ...job.row, detail: reason }
      if (isFinal(error)) await this.#change(job, { state: 'failed' })
      return isFinal(error) ? 0 : retryMs
    } finally {
      this.#current = undefined
    }
  }

  #progressOf(job: Job): JobProgress {
    return {
      add: (count, next) => {
        job.meter.add(count)
        job.row = { ...job.row, next, detail: undefined }
        if (performance.now() - job.savedAt < SAVE_MS) return
        // A failure here only repeats a little work: other faults of the store stop the job's own writes.
        this.#change(job, {}).catch(() => {})
      },
    }
  }

  async #change(job: Job, fields: Partial<JobRow>): Promise<void> {
    job.row = { ...job.row, ...fields }
    job.savedAt = performance.now()
    await this.#store.saveJob(job.row)
  }

  #openJob(id: number): Job {
    const job = this.#jobs.find(({ row }) => row.id === id)
    if (!job) throw new ApiError(404, `there is no job ${id}`)
    if (ENDED.includes(job.row.state)) throw new ApiError(409, `job ${id} is ${job.row.state}`)
    return job
  }

  #interrupt(job: Job): void {
    if (this.#current?.job === job) this.#current.stop.abort(new Error('the job was stopped'))
    this.#wakeSignal.wake()
  }

  #jsonOf({ row, meter }: Job): IndexJob {
    return jobJson(row, { rate: meter.rate(), coverage: this.#store.coverage() })
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

/** Removes the oldest ended jobs beyond MAX_ENDED. */
function removeOldest(jobs: Job[]): void {
  const ended = jobs.filter(({ row }) => ENDED.includes(row.state))
  for (const job of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) jobs.splice(jobs.indexOf(job), 1)
}
