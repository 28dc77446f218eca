/** Why an index cannot be exported, imported, verified or rebuilt, in a sentence that a user can act on. */
export class TransferError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransferError'
  }
}
