import type {
  ActionPhaseJson,
  BouncePhaseJson,
  ComputePhaseJson,
  TransactionDescriptionJson,
} from '#shared/schema/v3/description.ts'
import {
  loadTransactionDescr,
  type SplitMergeInfo,
  type TransactionDescr,
} from '../../../chain/block/transactionDescr.ts'
import type {
  ActionPhase,
  BouncePhase,
  ComputePhase,
  CreditPhase,
  StoragePhase,
} from '../../../chain/block/transactionPhases.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import { parseCell } from '../../../chain/tlb.ts'
import { hashText } from './scalars.ts'

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

/** What a stored TransactionDescr says (v3-contract §5.5): what does not apply is left out. Throws TlbError. */
export function descriptionJson(boc: Buffer): TransactionDescriptionJson {
  const cell = parseBocRoot(boc, { trusted: true })
  const descr = parseCell(cell, 'TransactionDescr', loadTransactionDescr)
  const { type } = descr
  return {
    type: TYPES[type],
    ...('aborted' in descr && { aborted: descr.aborted }),
    ...('destroyed' in descr && { destroyed: descr.destroyed }),
    ...('creditFirst' in descr && { credit_first: descr.creditFirst }),
    ...('isTock' in descr && { is_tock: descr.isTock }),
    ...('installed' in descr && { installed: descr.installed }),
    ...('storagePhase' in descr && descr.storagePhase && { storage_ph: storageJson(descr.storagePhase) }),
    ...('creditPhase' in descr && descr.creditPhase && { credit_ph: creditJson(descr.creditPhase) }),
    ...('computePhase' in descr && { compute_ph: computeJson(descr.computePhase) }),
    ...('actionPhase' in descr && descr.actionPhase && { action: actionJson(descr.actionPhase) }),
    ...('bouncePhase' in descr && descr.bouncePhase && { bounce: bounceJson(descr.bouncePhase) }),
    ...('splitInfo' in descr && { split_info: splitJson(descr.splitInfo) }),
  }
}

/** Optional amounts that are zero are as if they were not there. */
function unlessZero<Name extends string>(
  name: Name,
  amount: bigint | undefined,
): { readonly [Field in Name]?: string } {
  return (amount ? { [name]: amount.toString() } : {}) as { readonly [Field in Name]?: string }
}

function storageJson({ storageFeesCollected, storageFeesDue, statusChange }: StoragePhase) {
  return {
    storage_fees_collected: storageFeesCollected.toString(),
    ...unlessZero('storage_fees_due', storageFeesDue),
    status_change: statusChange,
  }
}

function creditJson({ dueFeesCollected, credit }: CreditPhase) {
  const extra = [...(credit.other ?? [])].map(([id, amount]) => [String(id), amount.toString()])
  return {
    ...unlessZero('due_fees_collected', dueFeesCollected),
    credit: credit.coins.toString(),
    ...(extra.length > 0 && { credit_extra_currencies: Object.fromEntries(extra) }),
  }
}

function computeJson(phase: ComputePhase): ComputePhaseJson {
  if (phase.type === 'skipped') return { skipped: true, reason: SKIP_REASONS[phase.reason] }
  return {
    skipped: false,
    success: phase.success,
    msg_state_used: phase.msgStateUsed,
    account_activated: phase.accountActivated,
    gas_fees: phase.gasFees.toString(),
    gas_used: phase.gasUsed.toString(),
    gas_limit: phase.gasLimit.toString(),
    ...unlessZero('gas_credit', phase.gasCredit),
    mode: phase.mode,
    exit_code: phase.exitCode,
    ...(phase.exitArg && { exit_arg: phase.exitArg }),
    vm_steps: phase.vmSteps,
    vm_init_state_hash: hashText(phase.vmInitStateHash),
    vm_final_state_hash: hashText(phase.vmFinalStateHash),
  }
}

function actionJson(phase: ActionPhase): ActionPhaseJson {
  return {
    success: phase.success,
    valid: phase.valid,
    no_funds: phase.noFunds,
    status_change: phase.statusChange,
    ...unlessZero('total_fwd_fees', phase.totalFwdFees),
    ...unlessZero('total_action_fees', phase.totalActionFees),
    result_code: phase.resultCode,
    ...(phase.resultArg && { result_arg: phase.resultArg }),
    tot_actions: phase.totActions,
    spec_actions: phase.specActions,
    skipped_actions: phase.skippedActions,
    msgs_created: phase.msgsCreated,
    action_list_hash: hashText(phase.actionListHash),
    tot_msg_size: sizeJson(phase.totMsgSize),
  }
}

function bounceJson(phase: BouncePhase): BouncePhaseJson {
  switch (phase.type) {
    case 'negative-funds':
      return { type: 'negfunds' }
    case 'no-funds':
      return { type: 'nofunds', msg_size: sizeJson(phase.msgSize), req_fwd_fees: phase.reqFwdFees.toString() }
    case 'ok':
      return {
        type: 'ok',
        msg_size: sizeJson(phase.msgSize),
        msg_fees: phase.msgFees.toString(),
        fwd_fees: phase.fwdFees.toString(),
      }
  }
}

function sizeJson({ cells, bits }: ActionPhase['totMsgSize']) {
  return { cells: cells.toString(), bits: bits.toString() }
}

function splitJson({ curShardPfxLen, accSplitDepth, thisAddr, siblingAddr }: SplitMergeInfo) {
  return {
    cur_shard_pfx_len: curShardPfxLen,
    acc_split_depth: accSplitDepth,
    this_addr: hashText(thisAddr),
    sibling_addr: hashText(siblingAddr),
  }
}
