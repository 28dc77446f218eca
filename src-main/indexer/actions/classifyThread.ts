import type { Service, ServiceThread } from '../analysis/serviceThread.ts'
import { type ClassifyCalls, type ClassifyFailure, traceOfKey } from './classifyMessages.ts'

/** The classification service failed, or its thread ended in the middle of a call. */
export class ClassifyError extends Error {
  /** The number of the trace that it was classifying when the thread ended. */
  readonly trace: number | undefined

  constructor(message: string, trace?: number) {
    super(message)
    this.name = 'ClassifyError'
    this.trace = trace
  }
}

/** Classifies traces. Rejects with ClassifyError. */
export function classificationIn(thread: ServiceThread): Service<ClassifyCalls> {
  return thread.service<ClassifyCalls, ClassifyFailure>('classification', {
    failure: (code, message, key) =>
      code === 'ended'
        ? new ClassifyError(`traces cannot be classified: ${message}`, key && traceOfKey(key))
        : new ClassifyError(message),
  })
}
