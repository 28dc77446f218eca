/** The executor said something that only a mistake of ours explains. */
export class ExecutorError extends Error {
  constructor(message: string) {
    super(`transaction executor: ${message}`)
    this.name = 'ExecutorError'
  }
}
