import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { beginCell, storeAccountStatusChange, storeStorageUsed } from '@ton/core'
import {
  type ActionPhase as AnyActionPhase,
  type ComputePhase as AnyComputePhase,
  type CreditPhase as AnyCreditPhase,
  type BouncePhase,
  type ComputeSkipReason,
  loadActionPhase,
  loadComputePhase,
  loadCreditPhase,
  SKIP_REASONS,
  type StoragePhase,
} from '#shared/ton/block/transactionPhases.ts'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import { parseCell } from '../tlb.ts'

/** A credit phase with extra currencies. */
export type CreditPhase = AnyCreditPhase<CurrencyCollection>
/** A compute phase whose hashes are Buffers. */
export type ComputePhase = AnyComputePhase<Buffer>
/** An action phase whose hash is a Buffer. */
export type ActionPhase = AnyActionPhase<Buffer>

/** Reads `tr_phase_credit$_`. */
export function loadCredit(slice: Slice): CreditPhase {
  return loadCreditPhase(slice, loadCurrencies)
}

/** Reads any constructor of TrComputePhase. */
export function loadCompute(slice: Slice): ComputePhase {
  return loadComputePhase(slice, loadComputeRef)
}

function loadComputeRef<Value>(slice: Slice, load: (below: Slice) => Value): Value {
  return parseCell(slice.loadRef(), 'TrComputePhase', load)
}

/** Reads `^TrActionPhase`. */
export function loadActionRef(slice: Slice): ActionPhase {
  return parseCell(slice.loadRef(), 'TrActionPhase', loadActionPhase)
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

/** Returns a writer (for Builder.store) of `tr_phase_credit$_`. */
export function storeCreditPhase(phase: CreditPhase): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeCoins(phase.dueFeesCollected).store(storeCurrencies(phase.credit))
  }
}

function storeComputeSkipReason(reason: ComputeSkipReason): (builder: Builder) => void {
  return (builder) => {
    if (reason === 'suspended') builder.storeUint(0b110, 3)
    else builder.storeUint(SKIP_REASONS.indexOf(reason), 2)
  }
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
