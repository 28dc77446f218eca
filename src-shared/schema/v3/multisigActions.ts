import { z } from 'zod'
import { addressText, bocText, decimal } from './common.ts'

/** Parsed actions of multisig orders: the table of compatibility-v3 §8.3. */

/** Raw; null for addr_none and external addresses. */
type Account = string | null
/** In base64. */
type Boc = string
/** Decimal, in the smallest unit. */
type Amount = string
/** Of 64 bits: beyond 2^53 JSON.parse loses digits. */
type QueryId = number

type OrderBodies = {
  readonly ton_transfer: { readonly comment: string; readonly encrypted: boolean }
  readonly jetton_transfer: {
    readonly query_id: QueryId
    readonly amount: Amount
    readonly destination: Account
    readonly response: Account
    readonly custom_payload: Boc | null
    readonly forward_amount: Amount
    readonly comment: string
    readonly encrypted_comment: boolean
    readonly forward_payload: Boc
    readonly payload_sum_type: '' | 'TextComment' | 'EncryptedTextComment' | 'StonfiSwap' | 'Unknown'
    readonly stonfi_swap_body: {
      readonly jetton_wallet: Account
      /** Divided by 10^9. */
      readonly min_amount: string
      readonly user_address: Account
    } | null
  }
  readonly jetton_burn: {
    readonly query_id: QueryId
    readonly amount: Amount
    readonly response_destination: Account
  }
  readonly jetton_mint: {
    readonly opcode: number
    readonly query_id: QueryId
    readonly to_address: Account
    readonly ton_amount: Amount
    readonly master_msg_query_id: QueryId
    readonly master_msg_jetton_amount: Amount
  }
  readonly nft_transfer: {
    readonly query_id: QueryId
    readonly new_owner: Account
    readonly response_destination: Account
    readonly custom_payload: Boc | null
    readonly forward_amount: Amount
    readonly forward_payload: Boc
  }
  readonly jetton_top_up: { readonly query_id: QueryId }
  readonly jetton_change_admin: { readonly query_id: QueryId; readonly new_admin_address: Account }
  readonly jetton_claim_admin: { readonly query_id: QueryId }
  readonly jetton_change_content: { readonly query_id: QueryId; readonly new_metadata_url: string }
  readonly jetton_call_to: {
    readonly query_id: QueryId
    readonly to_address: Account
    readonly ton_amount: Amount
    readonly action_type: '' | 'JettonSetStatus' | 'JettonTransfer' | 'JettonBurn' | 'Unknown'
    readonly action_data: Boc
  }
  readonly jetton_set_status: { readonly query_id: QueryId; readonly new_status: number }
  readonly single_nominator_withdraw: { readonly query_id: QueryId; readonly coins: Amount }
  readonly single_nominator_change_validator: {
    readonly query_id: QueryId
    readonly validator_address: Account
  }
  readonly vesting_internal_transfer: {
    readonly query_id: QueryId
    readonly send_mode: number
    readonly destination: Account
    readonly value: Amount | null
    readonly message_body: Boc | null
    readonly comment: string
  }
  readonly multisig_update_params: {
    readonly new_threshold: number
    readonly new_signers: readonly string[]
    readonly new_proposers: readonly string[] | null
  }
  /** `opcode` is 0 if the body does not match its opcode. */
  readonly unknown: { readonly opcode: number; readonly data: Boc }
}

/** The type of a parsed body. */
export type OrderBodyType = keyof OrderBodies
/** The parsed body of one type. */
export type OrderBodyJson<Type extends OrderBodyType = OrderBodyType> = OrderBodies[Type]

const BODY_TYPES = [
  'ton_transfer',
  'jetton_transfer',
  'jetton_burn',
  'jetton_mint',
  'nft_transfer',
  'jetton_top_up',
  'jetton_change_admin',
  'jetton_claim_admin',
  'jetton_change_content',
  'jetton_call_to',
  'jetton_set_status',
  'single_nominator_withdraw',
  'single_nominator_change_validator',
  'vesting_internal_transfer',
  'multisig_update_params',
  'unknown',
] as const satisfies readonly OrderBodyType[]

/** The fields are undocumented, as in the reference server. */
const parsedBody = z.record(z.string(), z.unknown()).meta({
  id: 'OrderActionBody',
  description: 'Fields of the body, by parsed_body_type',
}) as unknown as z.ZodType<OrderBodyJson>

export const orderAction = z
  .strictObject({
    destination: addressText.nullable(),
    value: decimal.nullable(),
    body_raw: bocText.nullable(),
    parsed: z.boolean(),
    error: z.string().nullable(),
    parsed_body: parsedBody.nullable(),
    parsed_body_type: z.enum(BODY_TYPES),
    send_mode: z.int().min(0).max(255),
  })
  .meta({ id: 'OrderAction' })
/** An action of a multisig order: a message with its parsed body. */
export type OrderActionJson = z.infer<typeof orderAction>
