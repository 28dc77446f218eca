import { TypedError } from '#shared/typedError.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { CallHandlers } from '../analysis/serviceMessages.ts'
import type { Service, ServiceThread } from '../analysis/serviceThread.ts'
import type { DetectCalls, DetectFailure, HostCalls } from './detectMessages.ts'

/** The error of a failed detection service, or of its thread ending during a call. */
export class DetectError extends TypedError<DetectFailure> {
  /** The account that was being inspected when the thread ended. */
  readonly account: StdAddress | undefined

  constructor(code: DetectFailure, message: string, account?: StdAddress) {
    super(code, message)
    this.account = account
  }
}

/** Functions of the main thread for the service. */
export type DetectHost = CallHandlers<HostCalls>

/** Returns the detection service of a thread. It rejects with DetectError. */
export function detectionIn(thread: ServiceThread, host: DetectHost): Service<DetectCalls> {
  return thread.service<DetectCalls, DetectFailure>('detection', {
    host,
    failure: (code, message, account) =>
      code === 'ended'
        ? new DetectError('failed', `contracts cannot be looked at: ${message}`, account)
        : new DetectError(code, message),
  })
}
