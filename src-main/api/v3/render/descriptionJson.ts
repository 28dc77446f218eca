import type {
  ActionPhaseJson,
  BouncePhaseJson,
  ComputePhaseJson,
  TransactionDescriptionJson,
} from '#shared/schema/v3/description.ts'
import type {
  BouncePhase,
  SkippedComputePhase,
  StoragePhase,
  VmComputePhase,
} from '#shared/ton/block/transactionPhases.ts'
import {
  loadTransactionDescr,
  type SplitMergeInfo,
  type TransactionDescr,
} from '../../../chain/block/transactionDescr.ts'
import type { ActionPhase, ComputePhase, CreditPhase } from '../../../chain/block/transactionPhases.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import { parseCell } from '../../../chain/tlb.ts'
import {
  anyJson,
  constant,
  decimal,
  field,
  flag,
  hash,
  integer,
  object,
  optional,
  text,
  type Writer,
} from './jsonWriter.ts'

const TYPES: { readonly [Type in TransactionDescr['type']]: TransactionDescriptionJson['type'] } = {
  generic: 'ord',
  storage: 'storage',
  'tick-tock': 'tick_tock',
  'split-prepare': 'split_prepare',
  'split-install': 'split_install',
  'merge-prepare': 'merge_prepare',
  'merge-install': 'merge_install',
}

const SKIP_REASONS = {
  'no-state': 'no_state',
  'bad-state': 'bad_state',
  'no-gas': 'no_gas',
  suspended: 'suspended',
} as const

type Json<Name extends keyof TransactionDescriptionJson> = NonNullable<TransactionDescriptionJson[Name]>
type Size = ActionPhase['totMsgSize']

/** Optional numbers that are zero count as absent. */
function unlessZero<Amount extends bigint | number>(amount: Amount | undefined): Amount | undefined {
  return amount || undefined
}

const size = object<Size, ActionPhaseJson['tot_msg_size']>({
  cells: field(decimal, ({ cells }) => cells),
  bits: field(decimal, ({ bits }) => bits),
})

const storagePhase = object<StoragePhase, Json<'storage_ph'>>({
  storage_fees_collected: field(decimal, (phase) => phase.storageFeesCollected),
  storage_fees_due: optional(decimal, (phase) => unlessZero(phase.storageFeesDue)),
  status_change: field(text(), (phase) => phase.statusChange),
})

const creditPhase = object<CreditPhase, Json<'credit_ph'>>({
  due_fees_collected: optional(decimal, (phase) => unlessZero(phase.dueFeesCollected)),
  credit: field(decimal, (phase) => phase.credit.coins),
  credit_extra_currencies: optional(anyJson, (phase) => creditedExtra(phase)),
})

function creditedExtra({ credit }: CreditPhase): Record<string, string> | undefined {
  const extra = [...(credit.other ?? [])].map(([id, amount]) => [String(id), amount.toString()])
  return extra.length > 0 ? Object.fromEntries(extra) : undefined
}

const skippedCompute = object<SkippedComputePhase, ComputePhaseJson & { skipped: true }>({
  skipped: constant(true),
  reason: field(text(), (phase) => SKIP_REASONS[phase.reason]),
})

const vmCompute = object<VmComputePhase<Buffer>, ComputePhaseJson & { skipped: false }>({
  skipped: constant(false),
  success: field(flag, (phase) => phase.success),
  msg_state_used: field(flag, (phase) => phase.msgStateUsed),
  account_activated: field(flag, (phase) => phase.accountActivated),
  gas_fees: field(decimal, (phase) => phase.gasFees),
  gas_used: field(decimal, (phase) => phase.gasUsed),
  gas_limit: field(decimal, (phase) => phase.gasLimit),
  gas_credit: optional(decimal, (phase) => unlessZero(phase.gasCredit)),
  mode: field(integer, (phase) => phase.mode),
  exit_code: field(integer, (phase) => phase.exitCode),
  exit_arg: optional(integer, (phase) => unlessZero(phase.exitArg)),
  vm_steps: field(integer, (phase) => phase.vmSteps),
  vm_init_state_hash: field(hash, (phase) => phase.vmInitStateHash),
  vm_final_state_hash: field(hash, (phase) => phase.vmFinalStateHash),
})

const computePhase: Writer<ComputePhase, ComputePhaseJson> = (buffer, phase, context) =>
  phase.type === 'skipped' ? skippedCompute(buffer, phase, context) : vmCompute(buffer, phase, context)

const actionPhase = object<ActionPhase, ActionPhaseJson>({
  success: field(flag, (phase) => phase.success),
  valid: field(flag, (phase) => phase.valid),
  no_funds: field(flag, (phase) => phase.noFunds),
  status_change: field(text(), (phase) => phase.statusChange),
  total_fwd_fees: optional(decimal, (phase) => unlessZero(phase.totalFwdFees)),
  total_action_fees: optional(decimal, (phase) => unlessZero(phase.totalActionFees)),
  result_code: field(integer, (phase) => phase.resultCode),
  result_arg: optional(integer, (phase) => unlessZero(phase.resultArg)),
  tot_actions: field(integer, (phase) => phase.totActions),
  spec_actions: field(integer, (phase) => phase.specActions),
  skipped_actions: field(integer, (phase) => phase.skippedActions),
  msgs_created: field(integer, (phase) => phase.msgsCreated),
  action_list_hash: field(hash, (phase) => phase.actionListHash),
  tot_msg_size: field(size, (phase) => phase.totMsgSize),
})

type BounceOf<Type extends BouncePhase['type']> = Extract<BouncePhase, { type: Type }>
type BounceJsonOf<Type extends BouncePhaseJson['type']> = Extract<BouncePhaseJson, { type: Type }>

const bounceNegativeFunds = object<unknown, BounceJsonOf<'negfunds'>>({ type: constant('negfunds') })

const bounceNoFunds = object<BounceOf<'no-funds'>, BounceJsonOf<'nofunds'>>({
  type: constant('nofunds'),
  msg_size: field(size, (phase) => phase.msgSize),
  req_fwd_fees: field(decimal, (phase) => phase.reqFwdFees),
})

const bounceOk = object<BounceOf<'ok'>, BounceJsonOf<'ok'>>({
  type: constant('ok'),
  msg_size: field(size, (phase) => phase.msgSize),
  msg_fees: field(decimal, (phase) => phase.msgFees),
  fwd_fees: field(decimal, (phase) => phase.fwdFees),
})

const bouncePhase: Writer<BouncePhase, BouncePhaseJson> = (buffer, phase, context) => {
  switch (phase.type) {
    case 'negative-funds':
      return bounceNegativeFunds(buffer, phase, context)
    case 'no-funds':
      return bounceNoFunds(buffer, phase, context)
    case 'ok':
      return bounceOk(buffer, phase, context)
  }
}

const splitInfo = object<SplitMergeInfo, Json<'split_info'>>({
  cur_shard_pfx_len: field(integer, (info) => info.curShardPfxLen),
  acc_split_depth: field(integer, (info) => info.accSplitDepth),
  this_addr: field(hash, (info) => info.thisAddr),
  sibling_addr: field(hash, (info) => info.siblingAddr),
})

const description = object<TransactionDescr, TransactionDescriptionJson>({
  type: field(text(), (descr) => TYPES[descr.type]),
  aborted: optional(flag, (descr) => ('aborted' in descr ? descr.aborted : undefined)),
  destroyed: optional(flag, (descr) => ('destroyed' in descr ? descr.destroyed : undefined)),
  credit_first: optional(flag, (descr) => ('creditFirst' in descr ? descr.creditFirst : undefined)),
  is_tock: optional(flag, (descr) => ('isTock' in descr ? descr.isTock : undefined)),
  installed: optional(flag, (descr) => ('installed' in descr ? descr.installed : undefined)),
  storage_ph: optional(storagePhase, (descr) => ('storagePhase' in descr ? descr.storagePhase : undefined)),
  credit_ph: optional(creditPhase, (descr) => ('creditPhase' in descr ? descr.creditPhase : undefined)),
  compute_ph: optional(computePhase, (descr) => ('computePhase' in descr ? descr.computePhase : undefined)),
  action: optional(actionPhase, (descr) => ('actionPhase' in descr ? descr.actionPhase : undefined)),
  bounce: optional(bouncePhase, (descr) => ('bouncePhase' in descr ? descr.bouncePhase : undefined)),
  split_info: optional(splitInfo, (descr) => ('splitInfo' in descr ? descr.splitInfo : undefined)),
})

/** Writes a stored TransactionDescr (compatibility-v3 §4.5) without the fields that do not apply. Throws TlbError. */
export const descriptionJson: Writer<Buffer, TransactionDescriptionJson> = (buffer, boc, context) => {
  const cell = parseBocRoot(boc, { trusted: true })
  description(buffer, parseCell(cell, 'TransactionDescr', loadTransactionDescr), context)
}
