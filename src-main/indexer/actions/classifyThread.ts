import { type AskedThread, startAskedThread } from '../askedThread.ts'
import type { ClassifyCalls, ClassifyFailure, ClassifyOptions } from './classifyMessages.ts'

/** The thread that classifies failed, or ended in the middle of a question. */
export class ClassifyError extends Error {
  /** The number of the trace that it was classifying when it ended. */
  readonly trace: number | undefined

  constructor(message: string, trace?: number) {
    super(message)
    this.name = 'ClassifyError'
    this.trace = trace
  }
}

/** Rejects with ClassifyError. */
export type ClassifyThread = AskedThread<ClassifyCalls>

/** Beside this file: as a source when run from sources, as a bundle of its own when built. */
function workerUrl(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './classifyWorker.ts' : './classifyWorker.js',
    import.meta.url,
  )
}

export function startClassifyThread(options: ClassifyOptions): ClassifyThread {
  return startAskedThread<ClassifyCalls, ClassifyFailure, number>({
    url: workerUrl(),
    name: 'classification',
    workerData: options,
    failure: (code, message, trace) =>
      code === 'ended'
        ? new ClassifyError(`traces cannot be classified: ${message}`, trace)
        : new ClassifyError(message),
  })
}
