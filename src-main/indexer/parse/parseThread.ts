import type { BlockIdExt } from '../../chain/blockId.ts'
import { startThread } from '../../platform/startThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { ParseError } from './parseError.ts'
import type { BlockFile, ParseJob, ParseReport, ParseRequest } from './parseJobs.ts'

/** One thread that parses, one job after the other. */
export type ParseThread = {
  /** Jobs sent and not yet answered. */
  readonly load: number
  /**
   * Rejects with ParseError: `crashed` where the thread ended in the midst of the job, `closed` where it ended before
   * it began.
   */
  run(job: ParseJob): Promise<Uint8Array>
  /** Resolves when the thread is gone, for whatever reason. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

type Pending = {
  readonly id: number
  resolve(facts: Uint8Array): void
  reject(error: ParseError): void
}

export function startParseThread(url: URL = workerUrl(import.meta.url, 'parseWorker')): ParseThread {
  const worker = startThread('parse', url)
  const ended = Promise.withResolvers<void>()
  /** In the order in which they were sent: the first one is running. */
  const pending: Pending[] = []
  let lastId = 0
  let reason = 'it was ended'
  let hasEnded = false

  worker.on('message', (report: ParseReport) => {
    const finished = pending.shift()
    // An idle thread keeps no process alive.
    if (pending.length === 0) worker.unref()
    if (report.kind === 'done') finished?.resolve(report.facts)
    else finished?.reject(new ParseError('malformed', report.reason))
  })
  worker.on('error', (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', () => {
    hasEnded = true
    // First, so that nobody sends it what it was to do next.
    ended.resolve()
    const [running, ...others] = pending.splice(0)
    running?.reject(new ParseError('crashed', `the thread that parsed it has ended: ${reason}`))
    for (const { reject } of others) reject(new ParseError('closed', 'its thread has ended'))
  })
  worker.unref()

  return {
    get load() {
      return pending.length
    },
    run(job) {
      if (hasEnded) return Promise.reject(new ParseError('closed', 'its thread has ended'))
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      const { message, transfer } = detached(job)
      pending.push({ id: ++lastId, resolve, reject })
      worker.ref()
      worker.postMessage({ id: lastId, job: message } satisfies ParseRequest, transfer)
      return promise
    },
    ended: ended.promise,
    async close() {
      await worker.terminate()
    },
  }
}

/**
 * The job in memory of its own, which goes over without another copy. What comes from a network's answer shares one
 * ArrayBuffer with all of it, and posting a part of that would post the whole.
 */
function detached(job: ParseJob): { message: ParseJob; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
    const copy = new Uint8Array(bytes)
    transfer.push(copy.buffer)
    return copy
  }
  // A Buffer arrives as a Uint8Array anyhow; the thread makes Buffers of them again.
  const ownBuffer = (bytes: Buffer) => own(bytes) as Buffer
  const ownId = (id: BlockIdExt): BlockIdExt => {
    const { workchain, shard, seqno } = id
    return { workchain, shard, seqno, rootHash: ownBuffer(id.rootHash), fileHash: ownBuffer(id.fileHash) }
  }
  const ownFile = ({ id, data }: BlockFile): BlockFile => ({ id: ownId(id), data: own(data) })
  if (job.kind === 'masterchain-block') {
    const shardTops = job.shardTops.map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno }))
    return { message: { kind: job.kind, files: job.files.map(ownFile), shardTops }, transfer }
  }
  if (job.kind === 'zero-states') {
    return { message: { kind: job.kind, files: job.files.map(ownFile) }, transfer }
  }
  const message: ParseJob = {
    kind: job.kind,
    transactions: job.transactions.map((found) => ({
      ...found,
      boc: own(found.boc),
      block: ownId(found.block),
    })),
    states: job.states.map((found) => ({
      ...found,
      boc: own(found.boc),
      lastTransHash: ownBuffer(found.lastTransHash),
    })),
    histories: job.histories.map((history) => ({ ...history, account: ownBuffer(history.account) })),
  }
  return { message, transfer }
}
