import type { BlockIdExt } from '../../chain/blockId.ts'
import type { CallFailure } from '../../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../../platform/rpc/workerThread.ts'
import type { PooledThread } from '../../platform/threadPool.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { ParseError } from './parseError.ts'
import type { BlockFile, ParseContract, ParseJob } from './parseJobs.ts'

/** A thread that parses, one job after another. */
export type ParseThread = PooledThread & {
  /**
   * Runs a job. Rejects with ParseError: `crashed` if the thread ended during the job, `closed` if it ended before.
   */
  run(job: ParseJob): Promise<Uint8Array>
}

/** Starts a parse thread. It does not keep the process alive while idle. */
export function startParseThread(url: URL = workerUrl(import.meta.url, 'parseWorker')): ParseThread {
  const thread = startWorkerThread<ParseContract>({
    name: 'parse',
    url,
    options: undefined,
    errors: { ParseError },
    failure: parseErrorOf,
  })
  return {
    run(job) {
      const { message, transfer } = ownJob(job)
      return thread.call('run', message, { transfer })
    },
    ended: thread.ended,
    close: thread.terminate,
  }
}

function parseErrorOf(failure: CallFailure): ParseError {
  const isRunning = failure.kind === 'ended' && failure.wasRunning
  if (!isRunning) return new ParseError('closed', 'its thread has ended')
  return new ParseError('crashed', `the thread that parsed it has ended: ${failure.reason}`)
}

/**
 * Copies a job into its own memory, which can be transferred. Parts of a network answer share one ArrayBuffer, and
 * posting one of them would post the whole.
 */
export function ownJob(job: ParseJob): { message: ParseJob; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
    const copy = new Uint8Array(bytes)
    transfer.push(copy.buffer)
    return copy
  }
  // A Buffer arrives as a Uint8Array; the thread makes it a Buffer again.
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
    pastStates: (job.pastStates ?? []).map((found) => ({
      ...found,
      boc: own(found.boc),
      lastTransHash: ownBuffer(found.lastTransHash),
    })),
    histories: job.histories.map((history) => ({ ...history, account: ownBuffer(history.account) })),
  }
  return { message, transfer }
}
