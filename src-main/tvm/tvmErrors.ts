/** The error for a run that exceeded its time limit. Its worker was terminated. */
export class TvmDeadlineError extends Error {
  readonly deadlineMs: number

  constructor(deadlineMs: number) {
    super(`the TVM did not finish within ${deadlineMs} ms`)
    this.name = 'TvmDeadlineError'
    this.deadlineMs = deadlineMs
  }
}

/** The error for an emulator that failed during a run or could not be started. */
export class TvmCrashError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the TVM emulator failed: ${reason}`, options)
    this.name = 'TvmCrashError'
  }
}

/** The error for a run that ended with an exception of the emulator. The emulator stays usable. */
export class TvmExceptionError extends Error {
  constructor() {
    super('the TVM emulator ended with an exception')
    this.name = 'TvmExceptionError'
  }
}

/** The error for a full queue or a closed pool. */
export class TvmBusyError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TvmBusyError'
  }
}

/** The error for input that the emulator rejected, such as unusable code or data. */
export class TvmInputError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TvmInputError'
  }
}

/** The error for a run that needs more public libraries than allowed. */
export class TooManyLibrariesError extends Error {
  constructor() {
    super('Too many missing libraries')
    this.name = 'TooManyLibrariesError'
  }
}

/**
 * The error for a run whose thread ended before the run started, so that another thread can take it. Never
 * leaves the pool.
 */
export class TvmNotRunError extends Error {
  constructor() {
    super('the thread ended before the run began')
    this.name = 'TvmNotRunError'
  }
}
