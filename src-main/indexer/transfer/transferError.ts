import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
/** The error of an export, import, verification or rebuild; its message tells the user what to do. */
export class TransferError extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('transfer', message, options)
  }
}
