import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import type { ConfigParams } from '../config/configParams.ts'
import { loadConfigParams, storeConfigParams } from '../config/configParams.ts'
import type { CryptoSignaturePair } from '../proof/cryptoSignature.ts'
import { buildSignatures } from '../proof/cryptoSignature.ts'
import { TlbError } from '../tlb.ts'
import type { ShardFees } from './shardFees.ts'
import { loadShardFees, storeShardFees } from './shardFees.ts'
import { loadShardHashes, storeShardHashes } from './shardHashes.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// masterchain_block_extra#cca5 key_block:(## 1) shard_hashes:ShardHashes shard_fees:ShardFees
//   ^[ prev_blk_signatures:(HashmapE 16 CryptoSignaturePair)
//      recover_create_msg:(Maybe ^InMsg) mint_msg:(Maybe ^InMsg) ]
//   config:key_block?ConfigParams = McBlockExtra;

/** The part of a block that only masterchain blocks have (`masterchain_block_extra#cca5`). */
export type McBlockExtra = {
  /** The dictionary's root: see allShards and findShard. */
  readonly shardHashes: Cell | null
  readonly shardFees: ShardFees
  readonly prevBlkSignatures: readonly CryptoSignaturePair[]
  /** `^InMsg`: see loadInMsg. */
  readonly recoverCreateMsg: Cell | undefined
  readonly mintMsg: Cell | undefined
  /** The whole configuration; present iff this is a key block. */
  readonly config: ConfigParams | undefined
}

/** Tag of `masterchain_block_extra`. */
export const TAG = 0xcca5

/** Reads only the shards: all that a proof from a masterchain block to a shard block must contain. */
export function loadMcBlockShards(slice: Slice): Cell | null {
  if (slice.loadUint(16) !== TAG) throw new TlbError('McBlockExtra', 'unknown constructor')
  slice.skip(1)
  return loadShardHashes(slice)
}

/** Reads only the configuration, undefined unless this is a key block. Proofs of it prune the rest. */
export function loadMcBlockConfig(slice: Slice): ConfigParams | undefined {
  if (slice.loadUint(16) !== TAG) throw new TlbError('McBlockExtra', 'unknown constructor')
  const keyBlock = slice.loadBit()
  loadShardHashes(slice)
  loadShardFees(slice)
  slice.loadRef()
  return keyBlock ? loadConfigParams(slice) : undefined
}

/** Returns a writer (for Builder.store) of `masterchain_block_extra#cca5`. */
export function storeMcBlockExtra(extra: McBlockExtra): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 16)
      .storeBit(extra.config !== undefined)
      .store(storeShardHashes(extra.shardHashes))
      .store(storeShardFees(extra.shardFees))
      .storeRef(
        beginCell()
          .storeMaybeRef(buildSignatures(extra.prevBlkSignatures))
          .storeMaybeRef(extra.recoverCreateMsg)
          .storeMaybeRef(extra.mintMsg),
      )
    if (extra.config) builder.store(storeConfigParams(extra.config))
  }
}
