import type { JsonValue } from '#shared/schema/jsonValue.ts'

/**
 * Fields of an action by the flat names of docs/actions §1. Addresses are raw with upper-case digits; a missing
 * address is null or absent. TON as an asset is null. Amounts are in the token's smallest unit.
 */
export type ActionFields = {
  readonly source?: string | null
  readonly source_secondary?: string | null
  readonly destination?: string | null
  readonly destination_secondary?: string | null
  readonly asset?: string | null
  readonly asset_secondary?: string | null
  readonly asset2?: string | null
  readonly asset2_secondary?: string | null
  readonly amount?: bigint | null
  readonly value?: bigint | null
  readonly opcode?: number | null
  readonly value_extra_currencies?: Readonly<Record<string, string>>
  /** `jetton_transfer_data` and so on; numbers are decimal strings. */
  readonly [data: `${string}_data`]: JsonValue
}

/** A stored action, before a client's version determines whether it is served (docs/actions §5, §6). */
export type ActionRow = ActionFields & {
  readonly trace_id: string | null
  readonly action_id: string
  /** Served type. */
  readonly type: string
  readonly parent_action_id: string | null
  /** Block types of all actions that contain this one. */
  readonly ancestor_type: readonly string[]
  readonly start_lt: bigint
  readonly end_lt: bigint
  readonly start_utime: number
  readonly end_utime: number
  readonly mc_seqno_end: number
  readonly trace_end_lt: bigint
  readonly trace_end_utime: number
  readonly trace_mc_seqno_end: number
  readonly trace_external_hash: string | null
  readonly trace_external_hash_norm: string | null
  readonly tx_hashes: readonly string[]
  readonly accounts: readonly string[]
  readonly success: boolean
}

/** The state of classification (compatibility-v3 §10.1, `classification_state`). */
export type ClassificationState = 'unclassified' | 'failed' | 'ok'

/** The result of classifying one trace. */
export type Classification = { readonly state: ClassificationState; readonly rows: readonly ActionRow[] }
