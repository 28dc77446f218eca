/** A run took longer than it may; its worker was ended. */
export class TvmDeadlineError extends Error {
  readonly deadlineMs: number

  constructor(deadlineMs: number) {
    super(`the TVM did not finish within ${deadlineMs} ms`)
    this.name = 'TvmDeadlineError'
    this.deadlineMs = deadlineMs
  }
}

/** The emulator itself broke during a run, or could not be started. */
export class TvmCrashError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the TVM emulator failed: ${reason}`, options)
    this.name = 'TvmCrashError'
  }
}

/** The emulator ended with an exception of its own; it can go on. */
export class TvmExceptionError extends Error {
  constructor() {
    super('the TVM emulator ended with an exception')
    this.name = 'TvmExceptionError'
  }
}

/** More runs wait than may, or the pool is closed. */
export class TvmBusyError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TvmBusyError'
  }
}

/** The emulator refused what it was given: code or data that it cannot use. */
export class TvmInputError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TvmInputError'
  }
}

/** A run needs more public libraries than it may have. */
export class TooManyLibrariesError extends Error {
  constructor() {
    super('Too many missing libraries')
    this.name = 'TooManyLibrariesError'
  }
}

/** A thread ended before it came to a run; another one can take it. Never leaves the pool. */
export class TvmNotRunError extends Error {
  constructor() {
    super('the thread ended before the run began')
    this.name = 'TvmNotRunError'
  }
}
