import type { AccountStatusChange, Builder, CurrencyCollection, Slice, StorageUsed } from '@ton/core'
import {
  beginCell,
  loadAccountStatusChange,
  loadStorageUsed,
  storeAccountStatusChange,
  storeStorageUsed,
} from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import { parseCell, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// acst_unchanged$0 = AccStatusChange; acst_frozen$10 = AccStatusChange; acst_deleted$11 = AccStatusChange;
// tr_phase_storage$_ storage_fees_collected:Grams storage_fees_due:(Maybe Grams)
//   status_change:AccStatusChange = TrStoragePhase;
// tr_phase_credit$_ due_fees_collected:(Maybe Grams) credit:CurrencyCollection = TrCreditPhase;
// tr_phase_compute_skipped$0 reason:ComputeSkipReason = TrComputePhase;
// tr_phase_compute_vm$1 success:Bool msg_state_used:Bool account_activated:Bool gas_fees:Grams
//   ^[ gas_used:(VarUInteger 7) gas_limit:(VarUInteger 7) gas_credit:(Maybe (VarUInteger 3))
//   mode:int8 exit_code:int32 exit_arg:(Maybe int32) vm_steps:uint32
//   vm_init_state_hash:bits256 vm_final_state_hash:bits256 ] = TrComputePhase;
// cskip_no_state$00 cskip_bad_state$01 cskip_no_gas$10 cskip_suspended$110 = ComputeSkipReason;
// tr_phase_action$_ success:Bool valid:Bool no_funds:Bool status_change:AccStatusChange
//   total_fwd_fees:(Maybe Grams) total_action_fees:(Maybe Grams)
//   result_code:int32 result_arg:(Maybe int32) tot_actions:uint16
//   spec_actions:uint16 skipped_actions:uint16 msgs_created:uint16
//   action_list_hash:bits256 tot_msg_size:StorageUsed = TrActionPhase;
// tr_phase_bounce_negfunds$00 = TrBouncePhase;
// tr_phase_bounce_nofunds$01 msg_size:StorageUsed req_fwd_fees:Grams = TrBouncePhase;
// tr_phase_bounce_ok$1 msg_size:StorageUsed msg_fees:Grams fwd_fees:Grams = TrBouncePhase;

/** The storage phase (`tr_phase_storage$_`). Amounts in this file are in nanotons. */
export type StoragePhase = {
  readonly storageFeesCollected: bigint
  readonly storageFeesDue: bigint | undefined
  readonly statusChange: AccountStatusChange
}

/** The credit phase (`tr_phase_credit$_`): the message's value, and the storage debt that it paid. */
export type CreditPhase = {
  readonly dueFeesCollected: bigint | undefined
  readonly credit: CurrencyCollection
}

/**
 * The reason why the compute phase was skipped, in @ton/core's names and `suspended` (`cskip_suspended$110`).
 */
export type ComputeSkipReason = 'no-state' | 'bad-state' | 'no-gas' | 'suspended'

/** The compute phase (`TrComputePhase`): skipped, or run in the TVM. */
export type ComputePhase = SkippedComputePhase | VmComputePhase

/** A compute phase that did not run (`tr_phase_compute_skipped$0`). */
export type SkippedComputePhase = { readonly type: 'skipped'; readonly reason: ComputeSkipReason }

/** A compute phase that ran in the TVM (`tr_phase_compute_vm$1`). Gas is in gas units, fees in nanotons. */
export type VmComputePhase = {
  readonly type: 'vm'
  readonly success: boolean
  readonly msgStateUsed: boolean
  readonly accountActivated: boolean
  readonly gasFees: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly gasCredit: bigint | undefined
  readonly mode: number
  readonly exitCode: number
  readonly exitArg: number | undefined
  readonly vmSteps: number
  readonly vmInitStateHash: Buffer
  readonly vmFinalStateHash: Buffer
}

/** The action phase (`tr_phase_action$_`). `resultArg` is the index of the action that failed. */
export type ActionPhase = {
  readonly success: boolean
  readonly valid: boolean
  readonly noFunds: boolean
  readonly statusChange: AccountStatusChange
  readonly totalFwdFees: bigint | undefined
  readonly totalActionFees: bigint | undefined
  readonly resultCode: number
  readonly resultArg: number | undefined
  readonly totActions: number
  readonly specActions: number
  readonly skippedActions: number
  readonly msgsCreated: number
  readonly actionListHash: Buffer
  readonly totMsgSize: StorageUsed
}

/** The bounce phase (`TrBouncePhase`): the message was returned (`ok`) or could not pay for its return. */
export type BouncePhase =
  | { readonly type: 'negative-funds' }
  | { readonly type: 'no-funds'; readonly msgSize: StorageUsed; readonly reqFwdFees: bigint }
  | {
      readonly type: 'ok'
      readonly msgSize: StorageUsed
      readonly msgFees: bigint
      readonly fwdFees: bigint
    }

/** Reads `tr_phase_storage$_`. */
export function loadStoragePhase(slice: Slice): StoragePhase {
  return {
    storageFeesCollected: slice.loadCoins(),
    storageFeesDue: slice.loadMaybeCoins() ?? undefined,
    statusChange: loadAccountStatusChange(slice),
  }
}

/** Returns a writer (for Builder.store) of `tr_phase_storage$_`. */
export function storeStoragePhase(phase: StoragePhase): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeCoins(phase.storageFeesCollected)
      .storeMaybeCoins(phase.storageFeesDue)
      .store(storeAccountStatusChange(phase.statusChange))
  }
}

/** Reads `tr_phase_credit$_`. */
export function loadCreditPhase(slice: Slice): CreditPhase {
  return { dueFeesCollected: slice.loadMaybeCoins() ?? undefined, credit: loadCurrencies(slice) }
}

/** Returns a writer (for Builder.store) of `tr_phase_credit$_`. */
export function storeCreditPhase(phase: CreditPhase): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeCoins(phase.dueFeesCollected).store(storeCurrencies(phase.credit))
  }
}

const SKIP_REASONS = ['no-state', 'bad-state', 'no-gas'] as const

function loadComputeSkipReason(slice: Slice): ComputeSkipReason {
  const reason = SKIP_REASONS[slice.loadUint(2)]
  if (reason) return reason
  if (slice.loadBit()) throw new TlbError('ComputeSkipReason', 'unknown constructor')
  return 'suspended'
}

function storeComputeSkipReason(reason: ComputeSkipReason): (builder: Builder) => void {
  return (builder) => {
    if (reason === 'suspended') builder.storeUint(0b110, 3)
    else builder.storeUint(SKIP_REASONS.indexOf(reason), 2)
  }
}

/**
 * Reads `tr_phase_compute_skipped$0` or `tr_phase_compute_vm$1`.
 * @throws TlbError for an unknown skip reason
 */
export function loadComputePhase(slice: Slice): ComputePhase {
  if (!slice.loadBit()) return { type: 'skipped', reason: loadComputeSkipReason(slice) }
  const success = slice.loadBit()
  const msgStateUsed = slice.loadBit()
  const accountActivated = slice.loadBit()
  const gasFees = slice.loadCoins()
  return parseCell(slice.loadRef(), 'TrComputePhase', (below) => ({
    type: 'vm',
    success,
    msgStateUsed,
    accountActivated,
    gasFees,
    gasUsed: below.loadVarUintBig(3),
    gasLimit: below.loadVarUintBig(3),
    gasCredit: below.loadBit() ? below.loadVarUintBig(2) : undefined,
    mode: below.loadInt(8),
    exitCode: below.loadInt(32),
    exitArg: below.loadMaybeInt(32) ?? undefined,
    vmSteps: below.loadUint(32),
    vmInitStateHash: below.loadBuffer(32),
    vmFinalStateHash: below.loadBuffer(32),
  }))
}

/** Returns a writer (for Builder.store) of the constructor that `type` names. */
export function storeComputePhase(phase: ComputePhase): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(phase.type === 'vm')
    if (phase.type === 'skipped') {
      builder.store(storeComputeSkipReason(phase.reason))
      return
    }
    const below = beginCell().storeVarUint(phase.gasUsed, 3).storeVarUint(phase.gasLimit, 3)
    below.storeBit(phase.gasCredit !== undefined)
    if (phase.gasCredit !== undefined) below.storeVarUint(phase.gasCredit, 2)
    below
      .storeInt(phase.mode, 8)
      .storeInt(phase.exitCode, 32)
      .storeMaybeInt(phase.exitArg, 32)
      .storeUint(phase.vmSteps, 32)
      .storeBuffer(phase.vmInitStateHash, 32)
      .storeBuffer(phase.vmFinalStateHash, 32)
    builder
      .storeBit(phase.success)
      .storeBit(phase.msgStateUsed)
      .storeBit(phase.accountActivated)
      .storeCoins(phase.gasFees)
      .storeRef(below)
  }
}

/** Reads `tr_phase_action$_`. */
export function loadActionPhase(slice: Slice): ActionPhase {
  return {
    success: slice.loadBit(),
    valid: slice.loadBit(),
    noFunds: slice.loadBit(),
    statusChange: loadAccountStatusChange(slice),
    totalFwdFees: slice.loadMaybeCoins() ?? undefined,
    totalActionFees: slice.loadMaybeCoins() ?? undefined,
    resultCode: slice.loadInt(32),
    resultArg: slice.loadMaybeInt(32) ?? undefined,
    totActions: slice.loadUint(16),
    specActions: slice.loadUint(16),
    skippedActions: slice.loadUint(16),
    msgsCreated: slice.loadUint(16),
    actionListHash: slice.loadBuffer(32),
    totMsgSize: loadStorageUsed(slice),
  }
}

/** Returns a writer (for Builder.store) of `tr_phase_action$_`. */
export function storeActionPhase(phase: ActionPhase): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeBit(phase.success)
      .storeBit(phase.valid)
      .storeBit(phase.noFunds)
      .store(storeAccountStatusChange(phase.statusChange))
      .storeMaybeCoins(phase.totalFwdFees)
      .storeMaybeCoins(phase.totalActionFees)
      .storeInt(phase.resultCode, 32)
      .storeMaybeInt(phase.resultArg, 32)
      .storeUint(phase.totActions, 16)
      .storeUint(phase.specActions, 16)
      .storeUint(phase.skippedActions, 16)
      .storeUint(phase.msgsCreated, 16)
      .storeBuffer(phase.actionListHash, 32)
      .store(storeStorageUsed(phase.totMsgSize))
  }
}

/** Reads any constructor of TrBouncePhase. */
export function loadBouncePhase(slice: Slice): BouncePhase {
  if (slice.loadBit()) {
    return {
      type: 'ok',
      msgSize: loadStorageUsed(slice),
      msgFees: slice.loadCoins(),
      fwdFees: slice.loadCoins(),
    }
  }
  if (!slice.loadBit()) return { type: 'negative-funds' }
  return { type: 'no-funds', msgSize: loadStorageUsed(slice), reqFwdFees: slice.loadCoins() }
}

/** Returns a writer (for Builder.store) of the constructor that `type` names. */
export function storeBouncePhase(phase: BouncePhase): (builder: Builder) => void {
  return (builder) => {
    switch (phase.type) {
      case 'negative-funds':
        builder.storeUint(0b00, 2)
        return
      case 'no-funds':
        builder.storeUint(0b01, 2).store(storeStorageUsed(phase.msgSize)).storeCoins(phase.reqFwdFees)
        return
      case 'ok':
        builder
          .storeBit(1)
          .store(storeStorageUsed(phase.msgSize))
          .storeCoins(phase.msgFees)
          .storeCoins(phase.fwdFees)
    }
  }
}
