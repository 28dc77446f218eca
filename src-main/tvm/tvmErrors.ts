import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
/** The error for a run that exceeded its time limit. Its worker was terminated. */
export class TvmDeadlineError extends TypedError {
  readonly deadlineMs: number

  constructor(deadlineMs: number) {
    super('tvm-deadline', `the TVM did not finish within ${deadlineMs} ms`)
    this.deadlineMs = deadlineMs
  }
}

/** The error for an emulator that failed during a run or could not be started. */
export class TvmCrashError extends TypedError {
  constructor(reason: string, options?: TypedErrorOptions) {
    super('tvm-crash', `the TVM emulator failed: ${reason}`, options)
  }
}

/** The error for a run that ended with an exception of the emulator. The emulator stays usable. */
export class TvmExceptionError extends TypedError {
  constructor() {
    super('tvm-exception', 'the TVM emulator ended with an exception')
  }
}

/** The error for a full queue or a closed pool. */
export class TvmBusyError extends TypedError {
  constructor(reason: string) {
    super('tvm-busy', reason)
  }
}

/** The error for input that the emulator rejected, such as unusable code or data. */
export class TvmInputError extends TypedError {
  constructor(reason: string) {
    super('tvm-input', reason)
  }
}

/** The error for a run that needs more public libraries than allowed. */
export class TooManyLibrariesError extends TypedError {
  constructor() {
    super('too-many-libraries', 'Too many missing libraries')
  }
}

/**
 * The error for a run whose thread ended before the run started, so that another thread can take it. Never
 * leaves the pool.
 */
export class TvmNotRunError extends TypedError {
  constructor() {
    super('tvm-not-run', 'the thread ended before the run began')
  }
}
