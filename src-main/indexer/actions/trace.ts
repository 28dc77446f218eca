import type { Cell } from '@ton/core'

/**
 * A trace as the classifier reads it: from the store, from an emulation, or from JSON. Addresses are raw with upper-case
 * digits (`0:83DF…`), hashes are base64, amounts nanoton, times unix seconds.
 */
export type ClassifierTrace = {
  /** Hash of the first transaction; null for a trace that is only emulated. */
  readonly traceId: string | null
  /** Hash of the message that began the trace; null for a tick-tock transaction. */
  readonly externalHash: string | null
  /** Its normalized hash (compatibility-v3 §4.6), where it is a message from outside. */
  readonly externalHashNorm: string | null
  /** In any order, with that of `traceId` among them. */
  readonly transactions: readonly TraceTransaction[]
}

export type AccountStatus = 'uninit' | 'frozen' | 'active' | 'nonexist'

export type TraceTransaction = {
  readonly hash: string
  readonly account: string
  readonly lt: bigint
  readonly now: number
  /** The masterchain block that committed it; 0 before that. */
  readonly mcSeqno: number
  readonly origStatus: AccountStatus
  readonly endStatus: AccountStatus
  readonly isTickTock: boolean
  readonly aborted: boolean
  /** Why the compute phase was skipped; undefined where it was not, or where that is unknown. */
  readonly skipReason: 'no_state' | 'bad_state' | 'no_gas' | 'suspended' | undefined
  /** Exit code of the compute phase; undefined where it was skipped. */
  readonly exitCode: number | undefined
  readonly inMessage: TraceMessage | undefined
  /** With the messages to the outside. */
  readonly outMessages: readonly TraceMessage[]
}

export type TraceMessage = {
  readonly hash: string
  /** Null for a message from outside. */
  readonly source: string | null
  /** Null for a message to the outside. */
  readonly destination: string | null
  /** Null for messages from or to the outside. */
  readonly value: bigint | null
  /** Amounts by the number of the currency, both decimal. */
  readonly extraCurrencies: Readonly<Record<string, string>>
  /** Null for a message from outside, as is `createdAt`. */
  readonly createdLt: bigint | null
  readonly createdAt: number | null
  /** First 32 bits of the body; undefined for a shorter body. */
  readonly opcode: number | undefined
  readonly bounce: boolean
  /** Read when a rule needs it. */
  readonly body: Cell
  readonly stateInit: Cell | undefined
}
