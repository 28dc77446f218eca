import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import {
  type BouncePhase,
  loadBouncePhase,
  loadMaybe,
  loadStoragePhase,
  type StoragePhase,
} from '#shared/ton/block/transactionPhases.ts'
import { TlbError } from '../tlb.ts'
import type { ActionPhase, ComputePhase, CreditPhase } from './transactionPhases.ts'
import {
  loadActionRef,
  loadCompute,
  loadCredit,
  storeActionPhase,
  storeBouncePhase,
  storeComputePhase,
  storeCreditPhase,
  storeStoragePhase,
} from './transactionPhases.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// trans_ord$0000 credit_first:Bool storage_ph:(Maybe TrStoragePhase) credit_ph:(Maybe TrCreditPhase)
//   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)
//   aborted:Bool bounce:(Maybe TrBouncePhase) destroyed:Bool = TransactionDescr;
// trans_storage$0001 storage_ph:TrStoragePhase = TransactionDescr;
// trans_tick_tock$001 is_tock:Bool storage_ph:TrStoragePhase compute_ph:TrComputePhase
//   action:(Maybe ^TrActionPhase) aborted:Bool destroyed:Bool = TransactionDescr;
// split_merge_info$_ cur_shard_pfx_len:(## 6) acc_split_depth:(## 6)
//   this_addr:bits256 sibling_addr:bits256 = SplitMergeInfo;
// trans_split_prepare$0100 split_info:SplitMergeInfo storage_ph:(Maybe TrStoragePhase)
//   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase) aborted:Bool destroyed:Bool = TransactionDescr;
// trans_split_install$0101 split_info:SplitMergeInfo prepare_transaction:^Transaction
//   installed:Bool = TransactionDescr;
// trans_merge_prepare$0110 split_info:SplitMergeInfo storage_ph:TrStoragePhase
//   aborted:Bool = TransactionDescr;
// trans_merge_install$0111 split_info:SplitMergeInfo prepare_transaction:^Transaction
//   storage_ph:(Maybe TrStoragePhase) credit_ph:(Maybe TrCreditPhase)
//   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase) aborted:Bool destroyed:Bool = TransactionDescr;

/** The phases of a transaction, by kind. `type` has @ton/core's names, which lack the two of merges. */
export type TransactionDescr =
  | OrdinaryDescr
  | { readonly type: 'storage'; readonly storagePhase: StoragePhase }
  | TickTockDescr
  | SplitPrepareDescr
  | SplitInstallDescr
  | MergePrepareDescr
  | MergeInstallDescr

/** The phases of a transaction caused by a message (`trans_ord$0000`). */
export type OrdinaryDescr = {
  readonly type: 'generic'
  readonly creditFirst: boolean
  readonly storagePhase: StoragePhase | undefined
  readonly creditPhase: CreditPhase | undefined
  readonly computePhase: ComputePhase
  readonly actionPhase: ActionPhase | undefined
  readonly aborted: boolean
  readonly bouncePhase: BouncePhase | undefined
  readonly destroyed: boolean
}

/**
 * The phases of a transaction that a masterchain block runs on a special contract at its start (tick) or end
 * (tock): `trans_tick_tock$001`.
 */
export type TickTockDescr = {
  readonly type: 'tick-tock'
  readonly isTock: boolean
  readonly storagePhase: StoragePhase
  readonly computePhase: ComputePhase
  readonly actionPhase: ActionPhase | undefined
  readonly aborted: boolean
  readonly destroyed: boolean
}

/** The two accounts of a split or merge (`split_merge_info$_`); lengths are in bits. */
export type SplitMergeInfo = {
  readonly curShardPfxLen: number
  readonly accSplitDepth: number
  readonly thisAddr: Buffer
  readonly siblingAddr: Buffer
}

/** The phases of the first of the two transactions of an account split (`trans_split_prepare$0100`). */
export type SplitPrepareDescr = {
  readonly type: 'split-prepare'
  readonly splitInfo: SplitMergeInfo
  readonly storagePhase: StoragePhase | undefined
  readonly computePhase: ComputePhase
  readonly actionPhase: ActionPhase | undefined
  readonly aborted: boolean
  readonly destroyed: boolean
}

/** The second transaction of an account split (`trans_split_install$0101`). */
export type SplitInstallDescr = {
  readonly type: 'split-install'
  readonly splitInfo: SplitMergeInfo
  /** `^Transaction`: see loadTransaction. */
  readonly prepareTransaction: Cell
  readonly installed: boolean
}

/** The phases of the first of the two transactions of an account merge (`trans_merge_prepare$0110`). */
export type MergePrepareDescr = {
  readonly type: 'merge-prepare'
  readonly splitInfo: SplitMergeInfo
  readonly storagePhase: StoragePhase
  readonly aborted: boolean
}

/** The phases of the second transaction of an account merge (`trans_merge_install$0111`). */
export type MergeInstallDescr = {
  readonly type: 'merge-install'
  readonly splitInfo: SplitMergeInfo
  /** `^Transaction`: see loadTransaction. */
  readonly prepareTransaction: Cell
  readonly storagePhase: StoragePhase | undefined
  readonly creditPhase: CreditPhase | undefined
  readonly computePhase: ComputePhase
  readonly actionPhase: ActionPhase | undefined
  readonly aborted: boolean
  readonly destroyed: boolean
}

function storeMaybe<T>(
  value: T | undefined,
  store: (value: T) => (builder: Builder) => void,
): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(value !== undefined)
    if (value !== undefined) builder.store(store(value))
  }
}

function storeActionRef(phase: ActionPhase): (builder: Builder) => void {
  return (builder) => {
    builder.storeRef(beginCell().store(storeActionPhase(phase)))
  }
}

function loadSplitMergeInfo(slice: Slice): SplitMergeInfo {
  return {
    curShardPfxLen: slice.loadUint(6),
    accSplitDepth: slice.loadUint(6),
    thisAddr: slice.loadBuffer(32),
    siblingAddr: slice.loadBuffer(32),
  }
}

function storeSplitMergeInfo(info: SplitMergeInfo): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(info.curShardPfxLen, 6)
      .storeUint(info.accSplitDepth, 6)
      .storeBuffer(info.thisAddr, 32)
      .storeBuffer(info.siblingAddr, 32)
  }
}

/**
 * Reads any constructor of TransactionDescr.
 * @throws TlbError for an unknown constructor
 */
export function loadTransactionDescr(slice: Slice): TransactionDescr {
  if (slice.loadBit()) throw new TlbError('TransactionDescr', 'unknown constructor')
  const tag = slice.loadUint(3)
  switch (tag) {
    case 0b000:
      return {
        type: 'generic',
        creditFirst: slice.loadBit(),
        storagePhase: loadMaybe(slice, loadStoragePhase),
        creditPhase: loadMaybe(slice, loadCredit),
        computePhase: loadCompute(slice),
        actionPhase: loadMaybe(slice, loadActionRef),
        aborted: slice.loadBit(),
        bouncePhase: loadMaybe(slice, loadBouncePhase),
        destroyed: slice.loadBit(),
      }
    case 0b001:
      return { type: 'storage', storagePhase: loadStoragePhase(slice) }
    case 0b010:
    case 0b011:
      return {
        type: 'tick-tock',
        isTock: tag === 0b011,
        storagePhase: loadStoragePhase(slice),
        computePhase: loadCompute(slice),
        actionPhase: loadMaybe(slice, loadActionRef),
        aborted: slice.loadBit(),
        destroyed: slice.loadBit(),
      }
    case 0b100:
      return {
        type: 'split-prepare',
        splitInfo: loadSplitMergeInfo(slice),
        storagePhase: loadMaybe(slice, loadStoragePhase),
        computePhase: loadCompute(slice),
        actionPhase: loadMaybe(slice, loadActionRef),
        aborted: slice.loadBit(),
        destroyed: slice.loadBit(),
      }
    case 0b101:
      return {
        type: 'split-install',
        splitInfo: loadSplitMergeInfo(slice),
        prepareTransaction: slice.loadRef(),
        installed: slice.loadBit(),
      }
    case 0b110:
      return {
        type: 'merge-prepare',
        splitInfo: loadSplitMergeInfo(slice),
        storagePhase: loadStoragePhase(slice),
        aborted: slice.loadBit(),
      }
    default:
      return {
        type: 'merge-install',
        splitInfo: loadSplitMergeInfo(slice),
        prepareTransaction: slice.loadRef(),
        storagePhase: loadMaybe(slice, loadStoragePhase),
        creditPhase: loadMaybe(slice, loadCredit),
        computePhase: loadCompute(slice),
        actionPhase: loadMaybe(slice, loadActionRef),
        aborted: slice.loadBit(),
        destroyed: slice.loadBit(),
      }
  }
}

/** Returns a writer (for Builder.store) of the constructor that `type` names. */
export function storeTransactionDescr(descr: TransactionDescr): (builder: Builder) => void {
  return (builder) => {
    switch (descr.type) {
      case 'generic':
        builder
          .storeUint(0b0000, 4)
          .storeBit(descr.creditFirst)
          .store(storeMaybe(descr.storagePhase, storeStoragePhase))
          .store(storeMaybe(descr.creditPhase, storeCreditPhase))
          .store(storeComputePhase(descr.computePhase))
          .store(storeMaybe(descr.actionPhase, storeActionRef))
          .storeBit(descr.aborted)
          .store(storeMaybe(descr.bouncePhase, storeBouncePhase))
          .storeBit(descr.destroyed)
        return
      case 'storage':
        builder.storeUint(0b0001, 4).store(storeStoragePhase(descr.storagePhase))
        return
      case 'tick-tock':
        builder
          .storeUint(0b001, 3)
          .storeBit(descr.isTock)
          .store(storeStoragePhase(descr.storagePhase))
          .store(storeComputePhase(descr.computePhase))
          .store(storeMaybe(descr.actionPhase, storeActionRef))
          .storeBit(descr.aborted)
          .storeBit(descr.destroyed)
        return
      case 'split-prepare':
        builder
          .storeUint(0b0100, 4)
          .store(storeSplitMergeInfo(descr.splitInfo))
          .store(storeMaybe(descr.storagePhase, storeStoragePhase))
          .store(storeComputePhase(descr.computePhase))
          .store(storeMaybe(descr.actionPhase, storeActionRef))
          .storeBit(descr.aborted)
          .storeBit(descr.destroyed)
        return
      case 'split-install':
        builder
          .storeUint(0b0101, 4)
          .store(storeSplitMergeInfo(descr.splitInfo))
          .storeRef(descr.prepareTransaction)
          .storeBit(descr.installed)
        return
      case 'merge-prepare':
        builder
          .storeUint(0b0110, 4)
          .store(storeSplitMergeInfo(descr.splitInfo))
          .store(storeStoragePhase(descr.storagePhase))
          .storeBit(descr.aborted)
        return
      case 'merge-install':
        builder
          .storeUint(0b0111, 4)
          .store(storeSplitMergeInfo(descr.splitInfo))
          .storeRef(descr.prepareTransaction)
          .store(storeMaybe(descr.storagePhase, storeStoragePhase))
          .store(storeMaybe(descr.creditPhase, storeCreditPhase))
          .store(storeComputePhase(descr.computePhase))
          .store(storeMaybe(descr.actionPhase, storeActionRef))
          .storeBit(descr.aborted)
          .storeBit(descr.destroyed)
    }
  }
}
