import { once } from 'node:events'
import type { Cell } from '@ton/core'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { FULL_SHARD, isShardAncestor } from '#shared/ton/shard.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN } from '../blockId.ts'
import { parseBocRoot } from '../cells/parseBoc.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { ArchiveContents } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { BlockIndex, type IndexedBlock } from './blockIndex.ts'
import { ByteCache, CELL_WEIGHT } from './byteCache.ts'
import type { BlockLookup, ChainStore, StoredBlock } from './chainStore.ts'
import { loadTopShardBlocks } from './shardTops.ts'
import { StateCache, type StateCacheOptions } from './stateCache.ts'

/** Memory limits of an ArchiveStore. */
export type ArchiveStoreOptions = {
  readonly states?: StateCacheOptions
  /** Bytes of block files whose cells stay in memory. Cells take about ten times the size of their file. */
  readonly builtBytes?: number
}

const DEFAULT_BUILT_BYTES = 8 << 20

/** The maximum number of masterchain blocks that are searched for one that commits to a shard block. */
const MAX_COMMIT_DISTANCE = 1000

/**
 * A recorded chain, to which nothing is added. Opening it reads headers only. Cells are built when a block is
 * requested; states are computed from the zero states on (see StateCache).
 */
export class ArchiveStore implements ChainStore {
  readonly #contents: ArchiveContents
  readonly #index: BlockIndex
  readonly #states: StateCache<IndexedBlock>
  readonly #built: ByteCache<Cell>
  readonly #zeroRoots = new Map<IndexedBlock, Cell>()

  /** Throws ArchiveError if the contents do not form a chain. */
  constructor(contents: ArchiveContents, options: ArchiveStoreOptions = {}) {
    this.#contents = contents
    this.#index = new BlockIndex(contents)
    this.#built = new ByteCache(options.builtBytes ?? DEFAULT_BUILT_BYTES, { weight: CELL_WEIGHT })
    this.#states = new StateCache<IndexedBlock>(
      {
        key: keyOf,
        seqno: ({ id }) => id.seqno,
        parents: (block) => this.#index.parents(block),
        zeroState: (block) => this.root(block),
        update: (block) => this.#stateUpdate(block),
      },
      options.states,
    )
    // Every other block's hashes are confirmed by the header of its successor.
    for (const tip of this.#index.tips()) this.root(tip)
  }

  get zeroState(): BlockIdExt {
    return this.#index.zeroState.id
  }

  head(): BlockIdExt {
    return this.#index.head.id
  }

  async waitForMasterchain(seqno: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (seqno <= this.#index.head.id.seqno) return
    await once(signal, 'abort')
    throw signal.reason
  }

  find(id: BlockIdExt): StoredBlock | undefined {
    return this.#index.find(id)
  }

  findBySeqno(place: BlockId): StoredBlock | undefined {
    return this.#index.findBySeqno(place)
  }

  lookup(workchain: number, prefix: bigint, by: BlockLookup): StoredBlock | undefined {
    return this.#index.lookup(workchain, prefix, by)
  }

  keyBlockUpTo(seqno: number): BlockIdExt {
    return this.#index.keyBlockUpTo(seqno).id
  }

  keyBlockFrom(seqno: number): BlockIdExt | undefined {
    return this.#index.keyBlockFrom(seqno)?.id
  }

  committedBy({ id, head }: StoredBlock): number | undefined {
    if (id.workchain === MASTERCHAIN || head?.masterRefSeqno === undefined) return id.seqno
    // A shard block refers to a masterchain block before the one that commits to it, usually to its predecessor.
    const first = head.masterRefSeqno + 1
    for (let seqno = first; seqno < first + MAX_COMMIT_DISTANCE; seqno++) {
      const block = this.#index.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
      if (!block) return undefined
      const commits = loadTopShardBlocks(this.root(block)).some(
        (top) =>
          top.workchain === id.workchain &&
          top.seqno >= id.seqno &&
          (isShardAncestor(top.shard, id.shard) || isShardAncestor(id.shard, top.shard)),
      )
      if (commits) return seqno
    }
    return undefined
  }

  data(block: StoredBlock): Buffer {
    const indexed = this.#indexed(block)
    return indexed.kind === 'zero' ? indexed.zero.data : indexed.block.read()
  }

  root(block: StoredBlock): Cell {
    const indexed = this.#indexed(block)
    if (indexed.kind === 'zero') {
      const known = this.#zeroRoots.get(indexed)
      if (known) return known
      const root = buildRoot(indexed.id, indexed.zero.data, indexed.zero.source)
      this.#zeroRoots.set(indexed, root)
      return root
    }
    const key = keyOf(indexed)
    const known = this.#built.get(key)
    if (known) return known
    const data = indexed.block.read()
    const root = buildRoot(indexed.id, data, indexed.block.source)
    this.#built.set(key, root, data.length)
    return root
  }

  state(block: StoredBlock): Promise<Cell> {
    return this.#states.get(this.#indexed(block))
  }

  signatures(seqno: number): SignatureSet | undefined {
    return this.#contents.signatures(seqno)
  }

  close(): void {
    this.#contents.close()
  }

  #indexed(block: StoredBlock): IndexedBlock {
    const indexed = this.#index.find(block.id)
    if (!indexed) throw new ArchiveError(this.#contents.source, `has no block ${formatBlockId(block.id)}`)
    return indexed
  }

  /**
   * Rolling reads every block once, so blocks are not cached, and only their updates are hashed. applyMerkleUpdate
   * compares the resulting state with the one that the header states.
   */
  #stateUpdate(block: IndexedBlock): Cell {
    const { source } = this.#contents
    const built = this.#built.get(keyOf(block))
    const root = built ?? parseTrusted(this.data(block), block.kind === 'block' ? block.block.source : source)
    const update = root.refs[2]
    if (!update) throw new ArchiveError(source, `block ${formatBlockId(block.id)} has no state update`)
    return update
  }
}

function keyOf({ id }: IndexedBlock): string {
  return id.rootHash.toString('latin1')
}

/** Returns the cells of a file whose hash was checked when the archive was opened. */
function parseTrusted(data: Buffer, source: string): Cell {
  try {
    return parseBocRoot(data, { trusted: true })
  } catch (error) {
    if (error instanceof BocError) throw new ArchiveError(source, error.message, { cause: error })
    throw error
  }
}

function buildRoot(id: BlockIdExt, data: Buffer, source: string): Cell {
  const root = parseTrusted(data, source)
  if (!root.hash().equals(id.rootHash)) {
    throw new ArchiveError(source, `root hash of ${formatBlockId(id)} does not match its name`)
  }
  return root
}
