import type { HostedService } from '../analysis/serveCalls.ts'
import type { CallHandlers } from '../analysis/serviceMessages.ts'
import type { ServiceThread } from '../analysis/serviceThread.ts'
import { ParseError, type ParseErrorCode } from './parseError.ts'
import type { ParseJob } from './parseJobs.ts'
import type { SpareThread } from './parsePool.ts'
import { ownJob } from './parseThread.ts'
import { runJob } from './runJob.ts'

type ParseCalls = { run: { params: ParseJob; result: Uint8Array } }

const handlers: CallHandlers<ParseCalls> = { run: async (job) => runJob(job) }

/** The service that parses in the analysis thread. */
export const parseService: HostedService = {
  open: () => ({ handlers, close() {} }),
  codeOf: (error) => (error instanceof ParseError ? error.code : 'crashed'),
}

/**
 * Returns the use of a thread with parseService for single jobs.
 * @param isBusy returns whether blocks are being caught up: then the parse threads are faster
 */
export function spareParsing(thread: ServiceThread, isBusy: () => boolean): SpareThread {
  const service = thread.service<ParseCalls, ParseErrorCode>('parse', {
    failure: (code, message) => new ParseError(code === 'ended' ? 'crashed' : code, message),
  })
  return {
    get isIdle() {
      return thread.isIdle && !isBusy()
    },
    run: (job) => service.ask('run', ownJob(job).message),
  }
}
