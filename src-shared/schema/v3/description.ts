import { z } from 'zod'
import { count, decimal, extraCurrencies, hashText } from './common.ts'

/** TransactionDescr with its phases: compatibility-v3 §4.5. Fields that do not apply are absent. */

const statusChange = z.enum(['unchanged', 'frozen', 'deleted'])
const msgSize = z.strictObject({ cells: decimal, bits: decimal }).meta({ id: 'MsgSize' })

const storagePhase = z
  .strictObject({
    storage_fees_collected: decimal,
    storage_fees_due: decimal.optional(),
    status_change: statusChange,
  })
  .meta({ id: 'StoragePhase' })

const creditPhase = z
  .strictObject({
    due_fees_collected: decimal.optional(),
    credit: decimal,
    credit_extra_currencies: extraCurrencies.optional(),
  })
  .meta({ id: 'CreditPhase' })

const computePhase = z
  .discriminatedUnion('skipped', [
    z
      .strictObject({
        skipped: z.literal(true),
        reason: z.enum(['no_state', 'bad_state', 'no_gas', 'suspended']),
      })
      .meta({ id: 'ComputePhaseSkipped' }),
    z
      .strictObject({
        skipped: z.literal(false),
        success: z.boolean(),
        msg_state_used: z.boolean(),
        account_activated: z.boolean(),
        gas_fees: decimal,
        gas_used: decimal,
        gas_limit: decimal,
        gas_credit: decimal.optional(),
        mode: z.int32(),
        exit_code: z.int32(),
        exit_arg: z.int32().optional(),
        vm_steps: count,
        vm_init_state_hash: hashText,
        vm_final_state_hash: hashText,
      })
      .meta({ id: 'ComputePhaseVm' }),
  ])
  .meta({ id: 'ComputePhase' })

const actionPhase = z
  .strictObject({
    success: z.boolean(),
    valid: z.boolean(),
    no_funds: z.boolean(),
    status_change: statusChange,
    total_fwd_fees: decimal.optional(),
    total_action_fees: decimal.optional(),
    result_code: z.int32(),
    result_arg: z.int32().optional(),
    tot_actions: count,
    spec_actions: count,
    skipped_actions: count,
    msgs_created: count,
    action_list_hash: hashText,
    tot_msg_size: msgSize,
  })
  .meta({ id: 'ActionPhase' })

const bouncePhase = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('negfunds') }).meta({ id: 'BouncePhaseNegFunds' }),
    z
      .strictObject({ type: z.literal('nofunds'), msg_size: msgSize, req_fwd_fees: decimal })
      .meta({ id: 'BouncePhaseNoFunds' }),
    z
      .strictObject({ type: z.literal('ok'), msg_size: msgSize, msg_fees: decimal, fwd_fees: decimal })
      .meta({ id: 'BouncePhaseOk' }),
  ])
  .meta({ id: 'BouncePhase' })

const splitInfo = z
  .strictObject({
    cur_shard_pfx_len: z.int().min(0).max(63),
    acc_split_depth: z.int().min(0).max(63),
    this_addr: hashText.meta({ description: 'The 256 bits of the address, in base64' }),
    sibling_addr: hashText,
  })
  .meta({ id: 'SplitInfo' })

export const transactionDescription = z
  .strictObject({
    type: z.enum([
      'ord',
      'storage',
      'tick_tock',
      'split_prepare',
      'split_install',
      'merge_prepare',
      'merge_install',
    ]),
    aborted: z.boolean().optional(),
    destroyed: z.boolean().optional(),
    credit_first: z.boolean().optional(),
    is_tock: z.boolean().optional(),
    installed: z.boolean().optional(),
    storage_ph: storagePhase.optional(),
    credit_ph: creditPhase.optional(),
    compute_ph: computePhase.optional(),
    action: actionPhase.optional(),
    bounce: bouncePhase.optional(),
    split_info: splitInfo.optional(),
  })
  .meta({ id: 'TransactionDescr' })
/** The phases of a transaction, by kind. */
export type TransactionDescriptionJson = z.infer<typeof transactionDescription>
/** The compute phase of a transaction, skipped or executed. */
export type ComputePhaseJson = z.infer<typeof computePhase>
/** The action phase of a transaction. */
export type ActionPhaseJson = z.infer<typeof actionPhase>
/** The bounce phase of a transaction. */
export type BouncePhaseJson = z.infer<typeof bouncePhase>
