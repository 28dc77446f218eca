import type { StdAddress } from '../../store/facts.ts'
import { type AskedThread, type CallHost, startAskedThread } from '../askedThread.ts'
import type { DetectCalls, DetectFailure, DetectOptions, HostCalls } from './detectMessages.ts'

/** The detection thread failed, or ended in the middle of a question. */
export class DetectError extends Error {
  readonly code: DetectFailure
  /** The account that the thread was looking at when it ended. */
  readonly account: StdAddress | undefined

  constructor(code: DetectFailure, message: string, account?: StdAddress) {
    super(message)
    this.name = 'DetectError'
    this.code = code
    this.account = account
  }
}

/** The thread that runs getters. Rejects with DetectError. */
export type DetectThread = AskedThread<DetectCalls>

/** Answers what the thread asks. */
export type DetectHost = CallHost<HostCalls>

/** Beside this file: as a source when run from sources, as a bundle of its own when built. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './detectWorker.ts' : './detectWorker.js', import.meta.url)
}

export function startDetectThread(options: DetectOptions, host: DetectHost): DetectThread {
  return startAskedThread<DetectCalls, DetectFailure, StdAddress>({
    url: workerUrl(),
    name: 'detection',
    workerData: options,
    host,
    failure: (code, message, account) =>
      code === 'ended'
        ? new DetectError('failed', `contracts cannot be looked at: ${message}`, account)
        : new DetectError(code, message),
  })
}
