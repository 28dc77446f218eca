/** What keeps a devnet from using its directory. */
export type DirectoryFault =
  /** another devnet has it open */
  | 'in-use'
  /** it holds a chain of another seed, time or network */
  | 'other-chain'
  /** a file holds what no devnet has written */
  | 'corrupt'
  /** the system refuses to write */
  | 'unwritable'

/** A devnet's directory can't be used; the message is a sentence for the user and `path` the file it is about. */
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
