import { TypedError } from '#shared/typedError.ts'
/** The error of an unexpected result of the executor, which is a bug of the devnet. */
export class ExecutorError extends TypedError {
  constructor(message: string) {
    super('executor', `transaction executor: ${message}`)
  }
}
