import type {
  AccountStatusName,
  HashedCell,
  ParsedMessage,
  ParsedTransaction,
  StdAddress,
} from '../parsedBlock.ts'
import type { BlockRef } from './blocks.ts'

/** Rows in the form in which API pages are written. Emulated transactions have the same form. */

/** A transaction with its block, trace, messages and states. */
export type TransactionRecord = Omit<
  ParsedTransaction,
  'inMsg' | 'outMsgs' | 'stateBefore' | 'stateAfter'
> & {
  readonly block: BlockRef
  /** Seqno of the masterchain block that committed the block; 0 before that. */
  readonly mcSeqno: number
  /** Hash of the trace's first transaction, if that is known. */
  readonly traceId: Buffer | undefined
  /** True if the trace has a sender that is not indexed: `traceId` is its first known transaction. */
  readonly isTraceBroken?: boolean
  /** Hash of the external message that began the trace; undefined if another message did, or if it is not known. */
  readonly traceExternalHash?: Buffer | undefined
  /** Its normalized hash, if that differs. */
  readonly traceExternalHashNorm?: Buffer | undefined
  readonly inMsg: MessageRecord | undefined
  /** In the order of their creation. */
  readonly outMsgs: readonly MessageRecord[]
  readonly before: StateRecord
  readonly after: StateRecord
  readonly finality: 'pending' | 'confirmed' | 'finalized'
}

/** A message with its contents. */
export type MessageRecord = Omit<ParsedMessage, 'body' | 'init'> & {
  readonly body: HashedCell
  readonly init: HashedCell | undefined
  /** Hash of the transaction that received it, if it was requested and is known. */
  readonly inTx?: Buffer | undefined
  /** Hash of the transaction that sent it. */
  readonly outTx?: Buffer | undefined
}

/** An account's state before or after a transaction; `known` is undefined if only the hash is known. */
export type StateRecord = {
  readonly hash: Buffer
  readonly known: StateContents | undefined
  /** Whether `known` is what an index of the whole chain would have. */
  readonly isRead: boolean
}

/** The contents of an account's state; `balance` is in nanoton, `extra` a BOC. */
export type StateContents = {
  readonly balance: bigint
  readonly extra: Buffer | undefined
  readonly status: AccountStatusName
  readonly frozenHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  readonly codeHash: Buffer | undefined
}

/** An account after its newest indexed transaction. */
export type AccountRecord = StateContents & {
  readonly address: StdAddress
  /** Hash of the Account cell. */
  readonly hash: Buffer
  /** Time of the block that has the state, Unix seconds. */
  readonly utime: number
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  /** The Account cell in its stored form (see readAccountCell); undefined if parts of it are not known. */
  readonly cell: Buffer | undefined
  /** The code as a BOC; undefined if only its hash is known. */
  readonly code: Buffer | undefined
}
