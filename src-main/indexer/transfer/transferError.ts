/** The error of an export, import, verification or rebuild; its message tells the user what to do. */
export class TransferError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransferError'
  }
}
