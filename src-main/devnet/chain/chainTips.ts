import type { Cell } from '@ton/core'
import { FULL_SHARD, shardContainsPrefix } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import { allShards, findShard, type ShardEntry, shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import {
  type OpenedMasterchain,
  type OpenedState,
  openMasterchain,
  openState,
} from '../collator/openedState.ts'
import type { ShardEndLt } from '../collator/processed.ts'
import type { Tip } from '../collator/shardBase.ts'
import type { DevnetStore } from './devnetStore.ts'

/** The newest states of a chain, opened for collation. */
export class ChainTips {
  readonly #store: DevnetStore

  constructor(store: DevnetStore) {
    this.#store = store
  }

  /** Returns the newest masterchain block and the state after it. */
  async masterchain(): Promise<Tip<OpenedMasterchain>> {
    const head = this.#store.head()
    return { ref: this.#refOf(head), state: openMasterchain(await this.stateAfter(head)) }
  }

  /** Returns the state that has an account; undefined if its workchain does not exist. */
  async stateOfAccount(
    { state }: Tip<OpenedMasterchain>,
    workchain: number,
    prefix: bigint,
  ): Promise<OpenedState | undefined> {
    if (workchain === MASTERCHAIN) return state
    const entry = shardsOf(state).find(
      (shard) => shard.workchain === workchain && shardContainsPrefix(shard.shard, prefix),
    )
    return entry && openState(await this.stateAfter(shardBlockId(entry)))
  }

  /** Returns the newest block of a shard and the state after it. */
  async tipOf(entry: ShardEntry): Promise<Tip> {
    const id = shardBlockId(entry)
    return { ref: this.#refOf(id), state: openState(await this.stateAfter(id)) }
  }

  async stateAfter(id: BlockIdExt): Promise<Cell> {
    return this.#store.state({ id, head: undefined })
  }

  #refOf(id: BlockIdExt): ExtBlkRef {
    const { seqno, rootHash, fileHash } = id
    return { seqno, endLt: this.#store.find(id)?.head?.endLt ?? 0n, rootHash, fileHash }
  }

  /** Returns the end lts of shards by the masterchain states to which claims in use refer. */
  async shardEndLts({ ref, state }: Tip<OpenedMasterchain>): Promise<ShardEndLt> {
    const oldest = Math.min(state.state.minRefMcSeqno, ref.seqno)
    const states = new Map<number, OpenedMasterchain>([[ref.seqno, state]])
    for (let seqno = oldest; seqno < ref.seqno; seqno++) {
      const block = this.#store.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
      if (block) states.set(seqno, openMasterchain(await this.#store.state(block)))
    }
    return (seqno, { workchain, prefix }) => {
      const known = states.get(seqno)
      if (!known) throw new RangeError(`masterchain state ${seqno} is not among those that claims refer to`)
      if (workchain === MASTERCHAIN) return known.state.genLt
      if (!hasWorkchain(known, workchain)) return 0n
      return findShard(known.extra.shardHashes, workchain, prefix)?.descr.endLt ?? 0n
    }
  }
}

function hasWorkchain(masterchain: OpenedMasterchain, workchain: number): boolean {
  return shardsOf(masterchain).some((shard) => shard.workchain === workchain)
}

/** Shards of opened masterchain states, cached because every checked message needs those of the newest. */
const SHARDS = new WeakMap<OpenedMasterchain, readonly ShardEntry[]>()

/** Returns the shards of a masterchain state. */
export function shardsOf(masterchain: OpenedMasterchain): readonly ShardEntry[] {
  const shards = SHARDS.get(masterchain) ?? allShards(masterchain.extra.shardHashes)
  SHARDS.set(masterchain, shards)
  return shards
}
