import type { StdAddress } from '../../store/facts.ts'
import type { CallHandlers } from '../analysis/serviceMessages.ts'
import type { Service, ServiceThread } from '../analysis/serviceThread.ts'
import type { DetectCalls, DetectFailure, HostCalls } from './detectMessages.ts'

/** The detection service failed, or its thread ended in the middle of a call. */
export class DetectError extends Error {
  readonly code: DetectFailure
  /** The account that it was looking at when the thread ended. */
  readonly account: StdAddress | undefined

  constructor(code: DetectFailure, message: string, account?: StdAddress) {
    super(message)
    this.name = 'DetectError'
    this.code = code
    this.account = account
  }
}

/** Functions of the main thread that the service calls. */
export type DetectHost = CallHandlers<HostCalls>

/** Runs getters. Rejects with DetectError. */
export function detectionIn(thread: ServiceThread, host: DetectHost): Service<DetectCalls> {
  return thread.service<DetectCalls, DetectFailure>('detection', {
    host,
    failure: (code, message, account) =>
      code === 'ended'
        ? new DetectError('failed', `contracts cannot be looked at: ${message}`, account)
        : new DetectError(code, message),
  })
}
