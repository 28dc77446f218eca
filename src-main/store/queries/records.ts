import type { AccountStatusName, HashedCell, MessageFacts, StdAddress, TransactionFacts } from '../facts.ts'
import type { BlockPlace } from './blocks.ts'

/** What a page of the API is written from; what was emulated is brought into the same form. */

export type TransactionRecord = Omit<TransactionFacts, 'inMsg' | 'outMsgs' | 'stateBefore' | 'stateAfter'> & {
  readonly block: BlockPlace
  /** The masterchain block that committed the block; 0 before that. */
  readonly mcSeqno: number
  /** Hash of the trace's first transaction, where that is known. */
  readonly traceId: Buffer | undefined
  /** The trace has a sender that is not indexed: `traceId` is its first transaction so far. */
  readonly isTraceBroken?: boolean
  /** Hash of the message from outside that began the trace; undefined if another one did, or if that is not known. */
  readonly traceExternalHash?: Buffer | undefined
  /** Its normalized hash, if that is another one. */
  readonly traceExternalHashNorm?: Buffer | undefined
  readonly inMsg: MessageRecord | undefined
  /** In the order of their creation. */
  readonly outMsgs: readonly MessageRecord[]
  readonly before: StateRecord
  readonly after: StateRecord
  readonly finality: 'pending' | 'confirmed' | 'finalized'
}

export type MessageRecord = Omit<MessageFacts, 'body' | 'init'> & {
  readonly body: HashedCell
  readonly init: HashedCell | undefined
  /** The transaction that received it, where that was asked for and is known. */
  readonly inTx?: Buffer | undefined
  /** The one that sent it. */
  readonly outTx?: Buffer | undefined
}

/** An account before or after a transaction; `known` is absent where only the hash is. */
export type StateRecord = {
  readonly hash: Buffer
  readonly known: StateContents | undefined
}

export type StateContents = {
  readonly balance: bigint
  readonly extra: Buffer | undefined
  readonly status: AccountStatusName
  readonly frozenHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  readonly codeHash: Buffer | undefined
}

/** An account as it is after its newest indexed transaction. */
export type AccountRecord = StateContents & {
  readonly address: StdAddress
  /** Of the Account cell. */
  readonly hash: Buffer
  /** When it was so, Unix seconds: of the block that shows it. */
  readonly utime: number
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  /** The Account cell as it is stored (readAccountCell); undefined where parts of it are not known. */
  readonly cell: Buffer | undefined
  /** The code as a bag of cells, where more than its hash is known. */
  readonly code: Buffer | undefined
}
