import type { Finality } from '#shared/schema/streaming.ts'
import type { PendingTrace } from '../v3/pending/pendingTrace.ts'
import type { ReadOptions } from '../v3/reading.ts'

/**
 * Questions that the streaming hub asks the reader threads, and their answers: records come as JSON, so that the main
 * thread only puts them together. Addresses are raw with upper-case digits, hashes base64.
 */
export type StreamQuery = { readonly stream: StreamRequest; readonly options: StreamReadOptions }

export type StreamReadOptions = Pick<ReadOptions, 'testOnly' | 'imagePrefix'>

export type StreamRequest =
  /** Which traces and accounts an indexed masterchain block changed. */
  | { readonly kind: 'block'; readonly mcSeqno: number }
  | {
      readonly kind: 'snapshots'
      readonly traces: readonly RequestedTrace[]
      /** Numbers of transactions whose accounts' states are sent. */
      readonly states: readonly bigint[]
      readonly addressBook: boolean
      readonly metadata: boolean
    }
  /** The jetton wallets among accounts, as they are now. */
  | {
      readonly kind: 'jettons'
      readonly accounts: readonly string[]
      readonly addressBook: boolean
      readonly metadata: boolean
    }

export type RequestedTrace = {
  /** Its number; undefined for one that is only emulated. */
  readonly id: bigint | undefined
  /** Its emulation, where there is one and it is not complete in the index. */
  readonly pending: PendingTrace | undefined
  /** Accounts whose transactions are requested; undefined: the whole trace. */
  readonly accounts: readonly string[] | undefined
  /** Numbers of the transactions that are new: all that is sent of a very large trace. */
  readonly changed: readonly bigint[]
  readonly actions: boolean
}

export type StreamAnswer =
  | ({ readonly kind: 'block' } & BlockChanges)
  | {
      readonly kind: 'snapshots'
      readonly snapshots: readonly TraceSnapshot[]
      readonly states: readonly AccountChange[]
      readonly details: Details
    }
  | { readonly kind: 'jettons'; readonly jettons: readonly JettonChange[]; readonly details: Details }

export type BlockChanges = {
  readonly traces: readonly ChangedTrace[]
  /** Transactions by lt: their numbers and accounts. */
  readonly touched: readonly { readonly transaction: bigint; readonly account: string }[]
}

export type ChangedTrace = {
  readonly id: bigint
  /** What clients know it by: see traceKey. */
  readonly key: string
  readonly isComplete: boolean
  /** Of its transactions so far; of a very large trace those in the block. */
  readonly accounts: readonly string[]
  /** Numbers of its transactions in the block. */
  readonly changed: readonly bigint[]
}

/** A trace at one moment (docs/streaming §3). */
export type TraceSnapshot = {
  readonly key: string
  /** The requested transactions, newest first. */
  readonly transactions: readonly SnapshotTransaction[]
  /** Minimum over all transactions. */
  readonly level: Finality
  /** The same without leaves that only notify. */
  readonly classifiedLevel: Finality
  /** The tree as JSON; undefined if it was not requested, is too large or has gaps. */
  readonly tree: string | undefined
  /** Newest first. */
  readonly actions: readonly SnapshotAction[]
}

export type SnapshotTransaction = {
  readonly hash: string
  readonly account: string
  readonly finality: Finality
  readonly json: string
  /** Accounts that an address book of it has. */
  readonly parties: readonly string[]
}

/** An action before any client's filter (docs/actions §6). */
export type SnapshotAction = {
  readonly id: string
  /** Stored type. */
  readonly type: string
  readonly ancestors: readonly string[]
  readonly accounts: readonly string[]
  readonly json: string
  readonly parties: readonly string[]
}

export type AccountChange = { readonly account: string; readonly state: string }

export type JettonChange = {
  readonly address: string
  readonly owner: string
  readonly jetton: string
  readonly json: string
}

/** What messages show of accounts: rows as JSON, by address in its order. */
export type Details = {
  readonly addressBook: ReadonlyMap<string, string>
  readonly metadata: ReadonlyMap<string, TokenDetails>
  /** URLs of token content that is not fetched yet. */
  readonly missingContent: readonly string[]
}

export type TokenDetails = {
  readonly json: string
  /** Masters of the jetton wallets that it is: their metadata comes with it. */
  readonly masters: readonly string[]
}
