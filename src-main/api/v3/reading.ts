import type { StdAddress } from '../../store/facts.ts'

/**
 * Questions of v3 are answered in reader threads: each has its own read-only connection, finds rows, writes the JSON,
 * and hands over its bytes. The main thread checks what was asked, reads through where something is missing, and
 * passes the bytes on.
 */
export type ReadQuestion = {
  /** An operation of `/api/v3` by its path: `transactions`, `traces`, `accountStates`, … */
  readonly operation: string
  /** The operation's values as its parameters read them (schema/v3). */
  readonly values: unknown
  /** What surrounds the operation: control headers of contract §2.2, and whether missing things may be fetched. */
  readonly options: ReadOptions
}

export type ReadOptions = {
  readonly addressBook: boolean
  readonly metadata: boolean
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** False after read-through had its turn: what is there then is the answer. */
  readonly mayMiss: boolean
  /** There is no network to ask: what was so when it was last asked is the answer. */
  readonly offline?: boolean
  /** Histories that were read through at this masterchain seqno or later are as new as can be had. */
  readonly readSince?: number | undefined
  /** Seqno of the network's newest masterchain block; undefined while nobody knows it. */
  readonly head?: number | undefined
  /** No liteserver is there to tell of newer blocks than `head`. */
  readonly isHeadOld?: boolean
}

export type ReadAnswer =
  /** `json` is the whole body, UTF-8; `coverage` the value of X-Index-Coverage. */
  | {
      readonly kind: 'json'
      readonly status: number
      readonly json: Uint8Array<ArrayBuffer>
      readonly coverage: string
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /** The index cannot know: fetch one of these, then ask again. */
  | { readonly kind: 'missing'; readonly needs: readonly Need[]; readonly covered: string }

/** What read-through is asked for (Indexer.readThrough). */
export type Need =
  | { readonly kind: 'history'; readonly account: StdAddress; readonly count: number }
  | { readonly kind: 'state'; readonly account: StdAddress }
  | { readonly kind: 'trace'; readonly transaction: Buffer }
  /** Answers do without it where it cannot be fetched in time. */
  | { readonly kind: 'root'; readonly transaction: Buffer }
  | { readonly kind: 'neighbours'; readonly transaction: Buffer }
  | { readonly kind: 'transaction'; readonly hash: Buffer }
  | { readonly kind: 'masterchainBlock'; readonly seqno: number }
