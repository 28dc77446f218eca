/**
 * An emulated trace as it goes to a reader thread, which parses and prints it: bytes, and how the transactions hang
 * together.
 */
export type PendingTrace = {
  /** Normalized hash of the message from outside. */
  readonly externalHash: Uint8Array
  /** Of the newest configuration: how messages are to be read. */
  readonly globalVersion: number
  readonly transactions: readonly PendingTransaction[]
  /** Messages that the emulation did not follow. */
  readonly unfollowed: number
}

export type PendingTransaction = {
  readonly workchain: number
  /** The Transaction cell as a bag of cells. */
  readonly boc: Uint8Array
  /** The one that sent its message, and which of its messages; undefined for the first. */
  readonly parent: { readonly index: number; readonly message: number } | undefined
}

/** The values of a pending operation, and the traces that it is about. */
export type WithPending<Values> = Values & { readonly pending?: readonly PendingTrace[] }
