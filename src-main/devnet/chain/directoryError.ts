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
export class DevnetDirectoryError extends Error {
  readonly fault: DirectoryFault
  readonly path: string

  constructor(fault: DirectoryFault, path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options)
    this.name = 'DevnetDirectoryError'
    this.fault = fault
    this.path = path
  }
}
