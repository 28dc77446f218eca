import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
/** The error of a wrong command line: one sentence for stderr, exit code 2. */
export class UsageError extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('usage', message, options)
  }
}
