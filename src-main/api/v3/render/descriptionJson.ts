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

/**
 * What a stored TransactionDescr says (v3-contract §5.5). What does not apply is undefined, which JSON leaves out: fields
 * spread into an object cost several times what they say. Throws TlbError.
 */
export function descriptionJson(boc: Buffer): TransactionDescriptionJson {
  const cell = parseBocRoot(boc, { trusted: true })
  const descr = parseCell(cell, 'TransactionDescr', loadTransactionDescr)
  return {
    type: TYPES[descr.type],
    aborted: 'aborted' in descr ? descr.aborted : undefined,
    destroyed: 'destroyed' in descr ? descr.destroyed : undefined,
    credit_first: 'creditFirst' in descr ? descr.creditFirst : undefined,
    is_tock: 'isTock' in descr ? descr.isTock : undefined,
    installed: 'installed' in descr ? descr.installed : undefined,
    storage_ph: 'storagePhase' in descr ? descr.storagePhase && storageJson(descr.storagePhase) : undefined,
    credit_ph: 'creditPhase' in descr ? descr.creditPhase && creditJson(descr.creditPhase) : undefined,
    compute_ph: 'computePhase' in descr ? computeJson(descr.computePhase) : undefined,
    action: 'actionPhase' in descr ? descr.actionPhase && actionJson(descr.actionPhase) : undefined,
    bounce: 'bouncePhase' in descr ? descr.bouncePhase && bounceJson(descr.bouncePhase) : undefined,
    split_info: 'splitInfo' in descr ? splitJson(descr.splitInfo) : undefined,
  }
}

/** Optional amounts that are zero are as if they were not there. */
function unlessZero(amount: bigint | undefined): string | undefined {
  return amount ? amount.toString() : undefined
}

function storageJson({ storageFeesCollected, storageFeesDue, statusChange }: StoragePhase) {
  return {
    storage_fees_collected: storageFeesCollected.toString(),
    storage_fees_due: unlessZero(storageFeesDue),
    status_change: statusChange,
  }
}

function creditJson({ dueFeesCollected, credit }: CreditPhase) {
  const extra = [...(credit.other ?? [])].map(([id, amount]) => [String(id), amount.toString()])
  return {
    due_fees_collected: unlessZero(dueFeesCollected),
    credit: credit.coins.toString(),
    credit_extra_currencies: extra.length > 0 ? Object.fromEntries(extra) : undefined,
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
    gas_credit: unlessZero(phase.gasCredit),
    mode: phase.mode,
    exit_code: phase.exitCode,
    exit_arg: phase.exitArg || undefined,
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
    total_fwd_fees: unlessZero(phase.totalFwdFees),
    total_action_fees: unlessZero(phase.totalActionFees),
    result_code: phase.resultCode,
    result_arg: phase.resultArg || undefined,
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
