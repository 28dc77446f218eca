/** The error of an unexpected result of the executor, which is a bug of the devnet. */
export class ExecutorError extends Error {
  constructor(message: string) {
    super(`transaction executor: ${message}`)
    this.name = 'ExecutorError'
  }
}
