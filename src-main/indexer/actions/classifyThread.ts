import { TypedError } from '#shared/typedError.ts'
import type { Service, ServiceThread } from '../analysis/serviceThread.ts'
import { type ClassifyCalls, type ClassifyFailure, traceOfKey } from './classifyMessages.ts'

/** The error of a failed classification service, or of its thread ending during a call. */
export class ClassifyError extends TypedError {
  /** Number of the trace that was being classified when the thread ended. */
  readonly trace: number | undefined

  constructor(message: string, trace?: number) {
    super('classify', message)
    this.trace = trace
  }
}

/** Returns the classification service of a thread. It rejects with ClassifyError. */
export function classificationIn(thread: ServiceThread): Service<ClassifyCalls> {
  return thread.service<ClassifyCalls, ClassifyFailure>('classification', {
    failure: (code, message, key) =>
      code === 'ended'
        ? new ClassifyError(`traces cannot be classified: ${message}`, key && traceOfKey(key))
        : new ClassifyError(message),
  })
}
