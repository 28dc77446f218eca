import type { Finality } from '#shared/schema/streaming.ts'
import type { PendingTrace } from '../v3/pending/pendingTrace.ts'
import type { ReadOptions } from '../v3/reading.ts'

/**
 * Queries of the streaming hub to reader threads, and their answers. Records are JSON, so that the main thread only
 * composes them. Addresses are raw with upper-case digits, hashes base64.
 */
export type StreamQuery = { readonly stream: StreamRequest; readonly options: StreamReadOptions }

export type StreamReadOptions = Pick<ReadOptions, 'testOnly' | 'imagePrefix'>

export type StreamRequest =
  /** Asks for the traces and accounts that an indexed masterchain block changed. */
  | { readonly kind: 'block'; readonly mcSeqno: number }
  | {
      readonly kind: 'snapshots'
      readonly traces: readonly RequestedTrace[]
      /** Numbers of transactions whose accounts' states are sent. */
      readonly states: readonly bigint[]
      readonly addressBook: boolean
      readonly metadata: boolean
    }
  /** Asks for the present state of the jetton wallets among accounts. */
  | {
      readonly kind: 'jettons'
      readonly accounts: readonly string[]
      readonly addressBook: boolean
      readonly metadata: boolean
    }

export type RequestedTrace = {
  /** Number of the trace; undefined if it is only emulated. */
  readonly id: bigint | undefined
  /** The emulation, if there is one and the trace is not complete in the index. */
  readonly pending: PendingTrace | undefined
  /** Accounts whose transactions are requested; undefined: the whole trace. */
  readonly accounts: readonly string[] | undefined
  /** Numbers of the new transactions; of a very large trace only these are sent. */
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
  /** Numbers and accounts of transactions by lt. */
  readonly touched: readonly { readonly transaction: bigint; readonly account: string }[]
}

export type ChangedTrace = {
  readonly id: bigint
  /** Key of the trace for clients: see traceKey. */
  readonly key: string
  readonly isComplete: boolean
  /** Accounts of its transactions so far; of a very large trace those in the block. */
  readonly accounts: readonly string[]
  /** Numbers of its transactions in the block. */
  readonly changed: readonly bigint[]
}

/** The state of a trace (docs/streaming §3). */
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
  /** Accounts of its address book. */
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

/** Rows of accounts in messages, by address in the address's order. */
export type Details = {
  readonly addressBook: ReadonlyMap<string, string>
  readonly metadata: ReadonlyMap<string, TokenDetails>
  /** URLs of token content that is not fetched yet. */
  readonly missingContent: readonly string[]
}

export type TokenDetails = {
  readonly json: string
  /** Masters of the jetton wallets at the address: their metadata is included. */
  readonly masters: readonly string[]
}
