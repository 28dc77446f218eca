import type { Cell } from '@ton/core'

/**
 * A trace in the classifier's form, from the store, an emulation, or JSON. Addresses are raw with upper-case digits
 * (`0:83DF…`), hashes are base64, amounts nanoton, times Unix seconds.
 */
export type ClassifierTrace = {
  /** Hash of the first transaction; null for a trace that is only emulated. */
  readonly traceId: string | null
  /** Hash of the message that began the trace; null for a tick-tock transaction. */
  readonly externalHash: string | null
  /** Its normalized hash (compatibility-v3 §4.6) if it is an external message. */
  readonly externalHashNorm: string | null
  /** In any order; includes that of `traceId`. */
  readonly transactions: readonly TraceTransaction[]
}

/** An account's status (AccountStatus in TL-B). */
export type AccountStatus = 'uninit' | 'frozen' | 'active' | 'nonexist'

/** A transaction of a trace. */
export type TraceTransaction = {
  readonly hash: string
  readonly account: string
  readonly lt: bigint
  readonly now: number
  /** Seqno of the masterchain block that committed it; 0 before that. */
  readonly mcSeqno: number
  readonly origStatus: AccountStatus
  readonly endStatus: AccountStatus
  readonly isTickTock: boolean
  readonly aborted: boolean
  /** Reason for which the compute phase was skipped; undefined if it was not, or if that is unknown. */
  readonly skipReason: 'no_state' | 'bad_state' | 'no_gas' | 'suspended' | undefined
  /** Exit code of the compute phase; undefined if it was skipped. */
  readonly exitCode: number | undefined
  readonly inMessage: TraceMessage | undefined
  /** Includes external messages. */
  readonly outMessages: readonly TraceMessage[]
}

/** A message of a trace. */
export type TraceMessage = {
  readonly hash: string
  /** Null for an external-in message. */
  readonly source: string | null
  /** Null for an external-out message. */
  readonly destination: string | null
  /** Null for external messages. */
  readonly value: bigint | null
  /** Decimal amounts by decimal currency number. */
  readonly extraCurrencies: Readonly<Record<string, string>>
  /** Null for an external-in message; so is `createdAt`. */
  readonly createdLt: bigint | null
  readonly createdAt: number | null
  /** First 32 bits of the body; undefined for a shorter body. */
  readonly opcode: number | undefined
  readonly bounce: boolean
  /** Parsed on first use. */
  readonly body: Cell
  readonly stateInit: Cell | undefined
}
