import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
/** The reason why a devnet cannot use its directory. */
export type DirectoryFault =
  /** another devnet has it open */
  | 'in-use'
  /** the chain has another seed, time or network */
  | 'other-chain'
  /** the content of a file is not that of a devnet */
  | 'corrupt'
  /** the system refuses to write */
  | 'unwritable'

/**
 * The error of a devnet's directory that cannot be used; the message is a sentence for the user, and `path` the file.
 */
export class DevnetDirectoryError extends TypedError<DirectoryFault> {
  readonly path: string

  constructor(fault: DirectoryFault, path: string, reason: string, options?: TypedErrorOptions) {
    super(fault, `${path}: ${reason}`, options)
    this.path = path
  }
}
