import type { Builder, Cell, CurrencyCollection, Slice } from '@ton/core'
import { type ExtBlkRef, loadExtBlkRef, storeExtBlkRef } from '../block/extBlkRef.ts'
import { type ConfigParams, loadConfigParams, storeConfigParams } from '../config/configParams.ts'
import { loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { loadTag, parseCell, TlbError } from '../tlb.ts'
import { type BlockCreateStats, loadBlockCreateStats, storeBlockCreateStats } from './blockCreateStats.ts'
import { loadCurrencies, storeCurrencies } from './currencies.ts'
import { OLD_MC_BLOCKS, type OldMcBlocksInfo } from './oldMcBlocksInfo.ts'
import { loadValidatorInfo, storeValidatorInfo, type ValidatorInfo } from './validatorInfo.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// masterchain_state_extra#cc26 shard_hashes:ShardHashes config:ConfigParams
//   ^[ flags:(## 16) { flags <= 1 } validator_info:ValidatorInfo prev_blocks:OldMcBlocksInfo after_key_block:Bool
//      last_key_block:(Maybe ExtBlkRef) block_create_stats:(flags . 0)?BlockCreateStats ]
//   global_balance:CurrencyCollection = McStateExtra;

/** The part of a state that only the masterchain has. */
export type McStateExtra = {
  /** The root of ShardHashes (`HashmapE 32 ^(BinTree ShardDescr)`, see allShards); null if there are none. */
  readonly shardHashes: Cell | null
  readonly config: ConfigParams
  /** The part in a cell of its own: openMcStateDetails. */
  readonly details: Cell
  readonly globalBalance: CurrencyCollection
}

/** Reads `masterchain_state_extra#cc26`. */
export function loadMcStateExtra(slice: Slice): McStateExtra {
  loadTag(slice, 'McStateExtra', 0xcc26, 16)
  return {
    shardHashes: slice.loadMaybeRef(),
    config: loadConfigParams(slice),
    details: slice.loadRef(),
    globalBalance: loadCurrencies(slice),
  }
}

/** Returns a writer (for Builder.store) of `masterchain_state_extra#cc26`. */
export function storeMcStateExtra(extra: McStateExtra): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0xcc26, 16)
      .storeMaybeRef(extra.shardHashes)
      .store(storeConfigParams(extra.config))
      .storeRef(extra.details)
      .store(storeCurrencies(extra.globalBalance))
  }
}

/**
 * Reads the McStateExtra in `cell` (ShardStateUnsplit.custom).
 * @throws TlbError, PrunedBranchError
 */
export function openMcStateExtra(cell: Cell): McStateExtra {
  return parseCell(cell, 'McStateExtra', loadMcStateExtra)
}

/** The third cell of McStateExtra: validators, earlier blocks and block statistics. */
export type McStateDetails = {
  readonly validatorInfo: ValidatorInfo
  readonly prevBlocks: OldMcBlocksInfo
  /** Whether the block before this state is a key block. */
  readonly afterKeyBlock: boolean
  readonly lastKeyBlock: ExtBlkRef | undefined
  /** Undefined if the network keeps none (flag 0 unset). */
  readonly blockCreateStats: BlockCreateStats | undefined
}

/**
 * Reads the contents of McStateExtra's third cell.
 * @throws TlbError for unknown flags
 */
export function loadMcStateDetails(slice: Slice): McStateDetails {
  const flags = slice.loadUint(16)
  if (flags > 1) throw new TlbError('McStateExtra', `unknown flags ${flags}`)
  return {
    validatorInfo: loadValidatorInfo(slice),
    prevBlocks: loadHashmapAugE(slice, OLD_MC_BLOCKS),
    afterKeyBlock: slice.loadBit(),
    lastKeyBlock: slice.loadBit() ? loadExtBlkRef(slice) : undefined,
    blockCreateStats: flags === 1 ? loadBlockCreateStats(slice) : undefined,
  }
}

/** Returns a writer (for Builder.store) of McStateExtra's third cell. */
export function storeMcStateDetails(details: McStateDetails): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(details.blockCreateStats ? 1 : 0, 16)
      .store(storeValidatorInfo(details.validatorInfo))
      .store(storeHashmapAugE(details.prevBlocks))
      .storeBit(details.afterKeyBlock)
      .storeBit(details.lastKeyBlock !== undefined)
    if (details.lastKeyBlock) builder.store(storeExtBlkRef(details.lastKeyBlock))
    if (details.blockCreateStats) builder.store(storeBlockCreateStats(details.blockCreateStats))
  }
}

/**
 * Reads the McStateDetails in `cell` (McStateExtra.details).
 * @throws TlbError, PrunedBranchError
 */
export function openMcStateDetails(cell: Cell): McStateDetails {
  return parseCell(cell, 'McStateExtra details', loadMcStateDetails)
}
