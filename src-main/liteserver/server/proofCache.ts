import type { Cell } from '@ton/core'
import { shardContainsPrefix } from '#shared/ton/shard.ts'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'

/** A serialized proof from a masterchain block to a shard's newest block. */
export type ShardProof = { readonly id: BlockIdExt; readonly boc: Buffer }

/** The number of blocks whose proofs are cached. A proof takes a few kilobytes. */
const MAX_BLOCKS = 256
/** The estimated memory of one block's proofs in bytes. */
const PROOF_BYTES = 16 << 10

/** A cache of parts that the answers about many accounts share, for the most recently requested blocks. */
export class ProofCache {
  readonly #stateRoots = new ByteCache<Cell>(MAX_BLOCKS, { weight: PROOF_BYTES })
  readonly #shards = new ByteCache<ShardProof[]>(MAX_BLOCKS, { weight: PROOF_BYTES })

  /** Returns the proof of a block's state root, built on first use. */
  stateRoot(block: StoredBlock, make: () => Cell): Cell {
    const key = keyOf(block)
    const known = this.#stateRoots.get(key)
    if (known) return known
    const proof = make()
    this.#stateRoots.set(key, proof, 1)
    return proof
  }

  /** Returns the cached proof of the shard that covers an account prefix. */
  findShard(block: StoredBlock, workchain: number, prefix: bigint): ShardProof | undefined {
    return this.#shards
      .get(keyOf(block))
      ?.find(({ id }) => id.workchain === workchain && shardContainsPrefix(id.shard, prefix))
  }

  keepShard(block: StoredBlock, proof: ShardProof): void {
    const key = keyOf(block)
    this.#shards.set(key, [...(this.#shards.get(key) ?? []), proof], 1)
  }
}

function keyOf({ id }: StoredBlock): string {
  return id.rootHash.toString('latin1')
}
