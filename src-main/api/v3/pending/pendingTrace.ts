/**
 * An emulated trace as it is posted to a reader thread, which parses and renders it: serialized transactions and their
 * parents.
 */
export type PendingTrace = {
  /** Normalized hash of the external message. */
  readonly externalHash: Uint8Array
  /** Global version of the newest configuration, on which the meaning of messages depends. */
  readonly globalVersion: number
  readonly transactions: readonly PendingTransaction[]
  /** Number of messages that the emulation did not follow. */
  readonly unfollowed: number
}

export type PendingTransaction = {
  readonly workchain: number
  /** The Transaction cell as a bag of cells. */
  readonly boc: Uint8Array
  /** The transaction that sent its message, and the number of that message; undefined for the first. */
  readonly parent: { readonly index: number; readonly message: number } | undefined
}

/** The values of a pending operation, with the traces that match them. */
export type WithPending<Values> = Values & { readonly pending?: readonly PendingTrace[] }
