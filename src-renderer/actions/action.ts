/** The fields of a v3 action (compatibility-v3 §11.3) that the explorer reads. */
export type Action = {
  /** Null while the trace is not in a block. */
  readonly trace_id: string | null
  readonly action_id: string
  readonly start_lt: string
  readonly end_lt: string
  readonly end_utime: number
  readonly trace_end_lt: string
  readonly trace_end_utime: number
  /** Hashes in base64. */
  readonly transactions: readonly string[]
  readonly success: boolean | null
  readonly type: string
  readonly details: Readonly<Record<string, unknown>>
  readonly trace_external_hash?: string | undefined
  readonly trace_external_hash_norm?: string | undefined
  readonly accounts?: readonly string[] | undefined
  readonly finality: string
}
