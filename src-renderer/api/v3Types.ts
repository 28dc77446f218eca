/** Answers of `/api/v3` as the explorer reads them. */

export type BlockRefJson = { readonly workchain: number; readonly shard: string; readonly seqno: number }

export type BlockJson = BlockRefJson & {
  readonly root_hash: string
  readonly file_hash: string
  readonly gen_utime: string
  readonly start_lt: string
  readonly end_lt: string
  readonly tx_count: number
  readonly key_block: boolean
  readonly masterchain_block_ref: BlockRefJson
}

export type DecodedJson = { readonly [field: string]: unknown }

export type MessageContentJson = {
  readonly hash: string
  readonly body: string
  readonly decoded?: DecodedJson | null
}

export type MessageJson = {
  readonly hash: string
  readonly hash_norm?: string
  readonly source: string | null
  readonly destination: string | null
  readonly value: string | null
  readonly value_extra_currencies: Readonly<Record<string, string>> | null
  readonly fwd_fee: string | null
  readonly ihr_fee: string | null
  readonly created_lt: string | null
  readonly created_at: string | null
  readonly opcode: string | null
  readonly decoded_opcode?: string | null
  readonly bounce: boolean | null
  readonly bounced: boolean | null
  readonly import_fee: string | null
  readonly in_msg_tx_hash?: string
  readonly out_msg_tx_hash?: string
  readonly message_content: MessageContentJson | null
  readonly init_state: MessageContentJson | null
}

export type AccountStateJson = {
  readonly hash: string
  readonly balance: string | null
  readonly account_status: string | null
  readonly data_hash: string | null
  readonly code_hash: string | null
}

export type StatusChangeJson = 'unchanged' | 'frozen' | 'deleted'

export type ComputePhaseJson =
  | { readonly skipped: true; readonly reason: string }
  | {
      readonly skipped: false
      readonly success: boolean
      readonly msg_state_used: boolean
      readonly account_activated: boolean
      readonly gas_fees: string
      readonly gas_used: string
      readonly gas_limit: string
      readonly gas_credit?: string
      readonly exit_code: number
      readonly exit_arg?: number
      readonly vm_steps: number
    }

export type ActionPhaseJson = {
  readonly success: boolean
  readonly valid: boolean
  readonly no_funds: boolean
  readonly status_change: StatusChangeJson
  readonly total_fwd_fees?: string
  readonly total_action_fees?: string
  readonly result_code: number
  readonly result_arg?: number
  readonly tot_actions: number
  readonly spec_actions: number
  readonly skipped_actions: number
  readonly msgs_created: number
}

export type BouncePhaseJson =
  | { readonly type: 'negfunds' }
  | { readonly type: 'nofunds'; readonly req_fwd_fees: string }
  | { readonly type: 'ok'; readonly msg_fees: string; readonly fwd_fees: string }

export type DescriptionJson = {
  readonly type: string
  readonly aborted?: boolean
  readonly destroyed?: boolean
  readonly is_tock?: boolean
  readonly storage_ph?: {
    readonly storage_fees_collected: string
    readonly storage_fees_due?: string
    readonly status_change: StatusChangeJson
  }
  readonly credit_ph?: { readonly due_fees_collected?: string; readonly credit: string }
  readonly compute_ph?: ComputePhaseJson
  readonly action?: ActionPhaseJson
  readonly bounce?: BouncePhaseJson
}

export type TransactionJson = {
  readonly account: string
  readonly hash: string
  readonly lt: string
  readonly now: number
  readonly mc_block_seqno: number
  readonly trace_id?: string
  readonly prev_trans_hash: string
  readonly prev_trans_lt: string
  readonly orig_status: string
  readonly end_status: string
  readonly total_fees: string
  readonly description: DescriptionJson
  readonly block_ref: BlockRefJson
  readonly in_msg: MessageJson | null
  readonly out_msgs: readonly MessageJson[]
  readonly account_state_before: AccountStateJson
  readonly account_state_after: AccountStateJson
  readonly emulated: boolean
  readonly finality?: 'pending' | 'confirmed' | 'finalized'
}

export type TraceNodeJson = {
  readonly tx_hash: string
  readonly in_msg_hash?: string
  readonly children: readonly TraceNodeJson[] | null
}

export type TraceJson = {
  readonly trace_id: string | null
  readonly external_hash: string | null
  readonly mc_seqno_start: string
  readonly mc_seqno_end: string
  readonly start_lt: string
  readonly start_utime: number
  readonly end_lt: string | null
  readonly end_utime: number | null
  readonly trace_info: {
    readonly trace_state: string
    readonly messages: number
    readonly transactions: number
    readonly pending_messages: number
  }
  readonly is_incomplete: boolean
  readonly warning?: string
  readonly trace?: TraceNodeJson
  readonly transactions_order?: readonly string[]
  readonly transactions?: Readonly<Record<string, TransactionJson>>
}

export type AddressBookRowJson = {
  readonly user_friendly: string | null
  readonly domain: string | null
  readonly interfaces?: readonly string[] | null
}
/** By raw address. */
export type AddressBookJson = Readonly<Record<string, AddressBookRowJson>>

/** What each operation answers. */
export type V3Answers = {
  readonly blocks: { readonly blocks: readonly BlockJson[] }
  readonly masterchainBlockShards: { readonly blocks: readonly BlockJson[] }
  readonly transactions: {
    readonly transactions: readonly TransactionJson[]
    readonly address_book: AddressBookJson
  }
  readonly transactionsByMessage: V3Answers['transactions']
  readonly transactionsByMasterchainBlock: V3Answers['transactions']
  readonly adjacentTransactions: V3Answers['transactions']
  readonly messages: { readonly messages: readonly MessageJson[]; readonly address_book: AddressBookJson }
  readonly traces: { readonly traces: readonly TraceJson[] | null; readonly address_book: AddressBookJson }
  readonly pendingTraces: V3Answers['traces']
}
export type V3Name = keyof V3Answers
