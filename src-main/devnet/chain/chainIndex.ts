import { FULL_SHARD, shardChild, shardContainsPrefix, shardParent, shardToHex } from '#shared/ton/shard.ts'
import { TypedError } from '#shared/typedError.ts'
import type { BlockHead, BlockRef } from '../../chain/archive/blockHead.ts'
import type { BlockLookup, StoredBlock } from '../../chain/archive/chainStore.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import type { ZeroStateFile, ZeroStates } from '../zeroState/zeroStates.ts'
import type { BlockRecord } from './blockRecord.ts'
import { BlockTable, type BlockTableOptions, RecordChunks } from './blockTable.ts'
import type { FileSpan } from './growingFile.ts'
import type { ScratchFile } from './scratchFile.ts'
import type { SteppedBlock } from './stepRecord.ts'

/** The error of a requested block that is not of this chain. */
class UnknownBlockError extends TypedError {
  readonly id: BlockIdExt

  constructor(id: BlockIdExt) {
    super('unknown-block', `the devnet has no block ${formatBlockId(id)}`)
    this.id = id
  }
}

/** A zero state of the chain, or a block with its record. */
export type IndexedBlock = StoredBlock &
  (
    | { readonly zero: ZeroStateFile; readonly record: undefined }
    | { readonly zero: undefined; readonly record: BlockRecord }
  )

/**
 * Positions and headers of the blocks of the chain, in 160 bytes each: the newest in memory, the others in a scratch
 * file. Only whole steps are added, so that every found block belongs to the chain.
 */
export class ChainIndex {
  readonly #zero: readonly IndexedBlock[]
  readonly #tables = new Map<string, { readonly shard: BlockShard; readonly blocks: BlockTable }>()
  readonly #keyBlocks: number[] = []

  readonly #chunks: RecordChunks

  constructor(
    { masterchain, basechain }: ZeroStates,
    file: ScratchFile | undefined,
    options?: BlockTableOptions,
  ) {
    this.#chunks = new RecordChunks(file, options)
    this.#zero = [masterchain, basechain].map((zero) => ({
      id: zero.id,
      head: undefined,
      zero,
      record: undefined,
    }))
  }

  /**
   * Adds the blocks of a step whose record is at `step`.
   * @throws RangeError if they do not follow the chain
   */
  add(blocks: readonly SteppedBlock[], step: FileSpan): void {
    for (const { workchain, shard, record } of blocks) {
      const added = this.#tableOf({ workchain, shard }).add(record)
      added.step = step
      if (workchain === MASTERCHAIN && added.keyBlock) this.#keyBlocks.push(added.seqno)
    }
  }

  /** The newest masterchain block. */
  get head(): IndexedBlock {
    const shard = { workchain: MASTERCHAIN, shard: FULL_SHARD }
    const blocks = this.#tables.get(tableKey(shard))?.blocks
    return blocks ? this.#indexed(shard, blocks.at(blocks.count - 1)) : this.zeroOf(MASTERCHAIN)
  }

  zeroOf(workchain: number): IndexedBlock {
    const found = this.#zero.find(({ id }) => id.workchain === workchain)
    if (!found) throw new RangeError(`there is no workchain ${workchain}`)
    return found
  }

  find(id: BlockIdExt): IndexedBlock | undefined {
    const found = this.findBySeqno(id)
    return found && sameBlock(found.id, id) ? found : undefined
  }

  /** @throws UnknownBlockError */
  known(id: BlockIdExt): IndexedBlock {
    const found = this.find(id)
    if (!found) throw new UnknownBlockError(id)
    return found
  }

  findBySeqno({ workchain, shard, seqno }: BlockId): IndexedBlock | undefined {
    if (seqno === 0) {
      return this.#zero.find(({ id }) => id.workchain === workchain && id.shard === shard)
    }
    const record = this.#tables.get(tableKey({ workchain, shard }))?.blocks.find(seqno)
    return record && this.#indexed({ workchain, shard }, record)
  }

  lookup(workchain: number, prefix: bigint, by: BlockLookup): IndexedBlock | undefined {
    if ('seqno' in by && by.seqno === 0) return this.#zero.find(({ id }) => id.workchain === workchain)
    const reached = reachedBy(by)
    let found: { readonly shard: BlockShard; readonly record: BlockRecord } | undefined
    for (const { shard, blocks } of this.#tables.values()) {
      if (shard.workchain !== workchain || !shardContainsPrefix(shard.shard, prefix)) continue
      const record = blocks.first(reached)
      if (!record || ('seqno' in by && record.seqno !== by.seqno)) continue
      if (!found || record.seqno < found.record.seqno) found = { shard, record }
    }
    return found && this.#indexed(found.shard, found.record)
  }

  keyBlockUpTo(seqno: number): IndexedBlock {
    const key = this.#keyBlocks.findLast((candidate) => candidate <= seqno)
    return (key !== undefined && this.#masterchainBlock(key)) || this.zeroOf(MASTERCHAIN)
  }

  keyBlockFrom(seqno: number): IndexedBlock | undefined {
    const key = this.#keyBlocks.find((candidate) => candidate >= seqno)
    return key === undefined ? undefined : this.#masterchainBlock(key)
  }

  /** Returns the blocks that a block follows, two (left first) after a merge. @throws UnknownBlockError */
  parents(block: IndexedBlock): readonly IndexedBlock[] {
    const { id, record } = block
    if (!record) return []
    const { workchain } = id
    const parents = record.afterMerge
      ? (['left', 'right'] as const).map((side) =>
          this.#newestBefore({ workchain, shard: shardChild(id.shard, side) }, id.seqno),
        )
      : [
          this.findBySeqno({
            workchain,
            shard: record.afterSplit ? shardParent(id.shard) : id.shard,
            seqno: id.seqno - 1,
          }),
        ]
    return parents.map((parent) => {
      if (!parent) throw new UnknownBlockError(id)
      return parent
    })
  }

  /** Returns a shard's last block with a seqno below `seqno`. */
  #newestBefore(shard: BlockShard, seqno: number): IndexedBlock | undefined {
    const blocks = this.#tables.get(tableKey(shard))?.blocks
    const record = blocks?.last((candidate) => candidate.seqno < seqno)
    return record && this.#indexed(shard, record)
  }

  #masterchainBlock(seqno: number): IndexedBlock | undefined {
    return this.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
  }

  #tableOf(shard: BlockShard): BlockTable {
    const key = tableKey(shard)
    const known = this.#tables.get(key)
    if (known) return known.blocks
    const blocks = new BlockTable(this.#chunks)
    this.#tables.set(key, { shard, blocks })
    return blocks
  }

  #indexed({ workchain, shard }: BlockShard, record: BlockRecord): IndexedBlock {
    const { seqno, rootHash, fileHash } = record
    const id = { workchain, shard, seqno, rootHash, fileHash }
    const index = this
    return {
      id,
      zero: undefined,
      record,
      get head(): BlockHead {
        return index.#headOf(this)
      },
    }
  }

  #headOf(block: IndexedBlock & { readonly record: BlockRecord }): BlockHead {
    const { id, record } = block
    const index = this
    return {
      workchain: id.workchain,
      shard: id.shard,
      seqno: id.seqno,
      startLt: record.startLt,
      endLt: record.endLt,
      genUtime: record.genUtime,
      keyBlock: record.keyBlock,
      afterSplit: record.afterSplit,
      afterMerge: record.afterMerge,
      prevKeyBlockSeqno: record.prevKeyBlockSeqno,
      masterRefSeqno: record.masterRefSeqno,
      get prev(): readonly BlockRef[] {
        return index.parents(block).map(refOf)
      },
      stateHash: record.stateHash,
    }
  }
}

type BlockShard = Pick<BlockId, 'workchain' | 'shard'>

function tableKey({ workchain, shard }: BlockShard): string {
  return `${workchain}:${shardToHex(shard)}`
}

function refOf({ id, record }: IndexedBlock): BlockRef {
  return { seqno: id.seqno, endLt: record?.endLt ?? 0n, rootHash: id.rootHash, fileHash: id.fileHash }
}

function reachedBy(by: BlockLookup): (record: BlockRecord) => boolean {
  if ('seqno' in by) return ({ seqno }) => seqno >= by.seqno
  if ('lt' in by) return ({ endLt }) => endLt >= by.lt
  return ({ genUtime }) => genUtime >= by.utime
}
