import { z } from 'zod'
import { addressText, bocText, decimal } from './common.ts'

/** What the actions of a multisig order do: the table of v3-contract §6.25. */

const account = addressText.nullable()
const boc = bocText.nullable()
const opcode = z.uint32().meta({ description: 'First 32 bits of the body; 0 where it cannot be parsed' })
const query_id = z.number().min(0).meta({ description: 'Unsigned 64-bit integer' })

const stonfiSwap = z
  .strictObject({
    jetton_wallet: account,
    min_amount: z.string().meta({ description: 'Amount divided by 10^9' }),
    user_address: account,
  })
  .meta({ id: 'OrderStonfiSwap' })

/** Parsed bodies by `parsed_body_type`. */
export const orderBodies = {
  ton_transfer: z.strictObject({ comment: z.string(), encrypted: z.boolean() }),
  jetton_transfer: z.strictObject({
    query_id,
    amount: decimal,
    destination: account,
    response: account,
    custom_payload: boc,
    forward_amount: decimal,
    comment: z.string(),
    encrypted_comment: z.boolean(),
    forward_payload: boc,
    payload_sum_type: z.enum(['', 'TextComment', 'EncryptedTextComment', 'StonfiSwap', 'Unknown']),
    stonfi_swap_body: stonfiSwap.nullable(),
  }),
  jetton_burn: z.strictObject({ query_id, amount: decimal, response_destination: account }),
  jetton_mint: z.strictObject({
    opcode,
    query_id,
    to_address: account,
    ton_amount: decimal,
    master_msg_query_id: query_id,
    master_msg_jetton_amount: decimal,
  }),
  nft_transfer: z.strictObject({
    query_id,
    new_owner: account,
    response_destination: account,
    custom_payload: boc,
    forward_amount: decimal,
    forward_payload: boc,
  }),
  jetton_top_up: z.strictObject({ query_id }),
  jetton_change_admin: z.strictObject({ query_id, new_admin_address: account }),
  jetton_claim_admin: z.strictObject({ query_id }),
  jetton_change_content: z.strictObject({ query_id, new_metadata_url: z.string() }),
  jetton_call_to: z.strictObject({
    query_id,
    to_address: account,
    ton_amount: decimal,
    action_type: z.enum(['', 'JettonSetStatus', 'JettonTransfer', 'JettonBurn', 'Unknown']),
    action_data: bocText,
  }),
  jetton_set_status: z.strictObject({ query_id, new_status: z.int() }),
  single_nominator_withdraw: z.strictObject({ query_id, coins: decimal }),
  single_nominator_change_validator: z.strictObject({ query_id, validator_address: account }),
  vesting_internal_transfer: z.strictObject({
    query_id,
    send_mode: z.int(),
    destination: account,
    value: decimal.nullable(),
    message_body: boc,
    comment: z.string(),
  }),
  multisig_update_params: z.strictObject({
    new_threshold: z.int(),
    new_signers: z.array(addressText),
    new_proposers: z.array(addressText).nullable(),
  }),
  unknown: z.strictObject({ opcode, data: bocText }),
} as const

export type OrderBodyType = keyof typeof orderBodies
export type OrderBodyJson<Type extends OrderBodyType = OrderBodyType> = z.infer<(typeof orderBodies)[Type]>

const BODY_TYPES = Object.keys(orderBodies) as [OrderBodyType, ...OrderBodyType[]]

export const orderAction = z
  .strictObject({
    destination: account,
    value: decimal.nullable(),
    body_raw: boc,
    parsed: z.boolean(),
    error: z.string().nullable(),
    parsed_body: z.union(Object.values(orderBodies)).nullable(),
    parsed_body_type: z.enum(BODY_TYPES),
    send_mode: z.int(),
  })
  .meta({ id: 'OrderAction' })
export type OrderActionJson = z.infer<typeof orderAction>
