import type { MessagePort } from 'node:worker_threads'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { ParseError } from './parseError.ts'
import type { ParseJob, ParseReport, ParseRequest } from './parseJobs.ts'

/** Buffers come over as plain Uint8Arrays. */
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function blockId(id: BlockIdExt): BlockIdExt {
  return { ...id, rootHash: buffer(id.rootHash), fileHash: buffer(id.fileHash) }
}

function received(job: ParseJob): ParseJob {
  if (job.kind !== 'history') {
    return { ...job, files: job.files.map(({ id, data }) => ({ id: blockId(id), data: buffer(data) })) }
  }
  return {
    ...job,
    transactions: job.transactions.map((found) => ({ ...found, block: blockId(found.block) })),
    states: job.states.map((found) => ({ ...found, lastTransHash: buffer(found.lastTransHash) })),
    histories: job.histories.map((history) => ({ ...history, account: buffer(history.account) })),
  }
}

/**
 * Does the jobs that come over `port` and answers with packed facts. What isn't the data's fault ends the thread.
 * @param run throws ParseError for bad data
 */
export function serveJobs(port: MessagePort, run: (job: ParseJob) => Uint8Array): void {
  port.on('message', ({ id, job }: ParseRequest) => {
    let report: ParseReport
    try {
      report = { kind: 'done', id, facts: run(received(job)) }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      report = { kind: 'refused', id, reason: error.message }
    }
    port.postMessage(report, report.kind === 'done' ? [report.facts.buffer as ArrayBuffer] : [])
  })
}
