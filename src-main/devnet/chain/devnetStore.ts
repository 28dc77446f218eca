import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { readBlockHead } from '../../chain/archive/blockHead.ts'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import type { BlockLookup, ChainStore, StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { StateCache } from '../../chain/archive/stateCache.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { applyMerkleUpdate } from '../../chain/merkle/merkleUpdate.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'
import type { ZeroStates } from '../zeroState/zeroStates.ts'
import { storeBlockRecord } from './blockRecord.ts'
import { ChainIndex, type IndexedBlock } from './chainIndex.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import type { FrameLog } from './frameLog.ts'
import { GrowingFile } from './growingFile.ts'
import { HeadRecord } from './headRecord.ts'
import { StateFiles } from './stateFiles.ts'
import { appendStep, type FoundStep, openStepLog } from './stepLog.ts'
import { loadStepRecord } from './stepRecord.ts'

/** A block that is to be added, and the state after it. */
export type NewBlock = {
  readonly id: BlockIdExt
  readonly data: Buffer
  readonly root: Cell
  readonly state: Cell
}

/** The blocks of one step: those of shards, the masterchain block that commits to them, its signatures. */
export type NewStep = {
  readonly shards: readonly NewBlock[]
  readonly masterchain: NewBlock
  readonly signatures: SignatureSet
  /** Numbers of the external messages that needn't wait any more. */
  readonly settled?: readonly number[]
}

export type DevnetStoreOptions = {
  /** Bytes of block files whose cells are kept built. */
  readonly builtBytes?: number
  /** Bytes of block files the states after which are kept. */
  readonly recentBytes?: number
  /** States are saved after this many steps, or as soon as blocks have grown by twice what saving writes. */
  readonly saveEvery?: number
  /** Files of saved states. */
  readonly savedStates?: number
  /** States that could not be saved: the chain is well, the next start takes longer. */
  onTrouble?(error: unknown): void
}

const DEFAULTS = { builtBytes: 2 << 20, recentBytes: 1 << 20, saveEvery: 500, savedStates: 24 }
/** Blocks must have grown by this much, in bytes, before states are saved for that. */
const LEAST_GROWTH = 4 << 20
/** Blocks larger than this, in bytes, change so much that looking for what they share is not worth it. */
const MAX_SHARED = 128 << 10
/** Old states that were rolled for a question and are kept for the next one. */
const OLD_STATES = 16

/**
 * The chain that a devnet makes, as its liteserver reads it, in these places of a directory:
 *
 * - `blocks`: block files one after another;
 * - `steps`: a record for each step, which is written when its blocks are and makes them part of the chain;
 * - `head`: how long the chain is, so that a start can tell if `blocks` or `steps` have lost some of it;
 * - `states/`: whole states, now and then: a copy of what the others say;
 *
 * and `messages`, which the message pool keeps. They agree between steps: a plain copy is a snapshot. In memory
 * are 160 bytes of each block, the newest states, and what was used last.
 */
export class DevnetStore implements ChainStore {
  readonly #index: ChainIndex
  readonly #blocks: GrowingFile
  readonly #steps: FrameLog
  readonly #length: HeadRecord
  readonly #saved: StateFiles
  readonly #old: StateCache<IndexedBlock>
  readonly #recent: ByteCache<Cell>
  readonly #built: ByteCache<Cell>
  readonly #saveEvery: number
  readonly #onTrouble: (error: unknown) => void
  readonly #waiting = new Set<{ readonly seqno: number; readonly resolve: () => void }>()
  #head: IndexedBlock
  #tops: readonly BlockIdExt[]
  /** The states after the head and after the shard blocks that it commits to. */
  #headStates = new Map<string, Cell>()
  /** A saved state on its way from its file to a roll. */
  #read: { readonly key: string; readonly state: Cell } | undefined
  /** What the last save wrote, and what `blocks` was then. */
  #lastSave = { seqno: 0, bytes: 0, blocksSize: 0 }

  private constructor(
    zero: ZeroStates,
    dir: string,
    options: DevnetStoreOptions,
    onStep: (step: FoundStep) => void,
  ) {
    const { builtBytes, recentBytes, saveEvery, savedStates } = { ...DEFAULTS, ...options }
    this.#saveEvery = saveEvery
    this.#onTrouble = options.onTrouble ?? (() => {})
    this.#built = new ByteCache(builtBytes)
    this.#recent = new ByteCache(recentBytes)
    this.#index = new ChainIndex(zero)
    this.#blocks = new GrowingFile(join(dir, 'blocks'))
    this.#length = new HeadRecord(join(dir, 'head'))
    try {
      const addStep = (step: FoundStep) => {
        this.#index.add(step.blocks, step.span)
        onStep(step)
      }
      this.#steps = openStepLog(join(dir, 'steps'), this.#blocks, addStep, this.#length.read())
    } catch (error) {
      this.#blocks.close()
      this.#length.close()
      throw error
    }
    this.#head = this.#index.head
    this.#tops = [this.#index.zeroOf(0).id]
    this.#saved = new StateFiles(join(dir, 'states'), savedStates, this.#head.id.seqno)
    this.#old = new StateCache<IndexedBlock>(
      {
        key: ({ id }) => keyOf(id),
        seqno: ({ id }) => id.seqno,
        parents: (block) => (this.#isAtHand(block) ? [] : this.#index.parents(block)),
        zeroState: (block) => this.#stateAtHand(block),
        update: (block) => this.root(block).refs[2] as Cell,
      },
      { window: OLD_STATES, spacing: Number.MAX_SAFE_INTEGER },
    )
  }

  /**
   * Opens what the directory holds, up to its last complete step, or begins a chain there. `onSettled` hears the
   * numbers of messages that steps have settled.
   * Rejects with DevnetDirectoryError.
   */
  static async open(
    zero: ZeroStates,
    dir: string,
    options: DevnetStoreOptions = {},
    onSettled: (numbers: readonly number[]) => void = () => {},
  ): Promise<DevnetStore> {
    const store = new DevnetStore(zero, dir, options, ({ settled }) => onSettled(settled))
    try {
      await store.#openHead()
    } catch (error) {
      store.close()
      throw error
    }
    return store
  }

  /**
   * Adds the blocks of a step: first on disk, then for readers, and those who wait for it are told.
   * @throws DevnetDirectoryError where the system doesn't write: the step has not happened then
   */
  append({ shards, masterchain, signatures, settled = [] }: NewStep): void {
    const added = [...shards, masterchain]
    const record = this.#write(added, signatures, settled, masterchain.id.seqno)
    this.#index.add(record.blocks, record.span)
    const made = new Map(added.map((block) => [keyOf(block.id), this.#sharedState(block)]))
    // The root itself is not kept: its cells hold on to all that the executor has ever answered for this block.
    for (const { id, data } of added) this.#recent.set(keyOf(id), made.get(keyOf(id)) as Cell, data.length)
    const before = this.#headStates
    const tops = loadTopShardBlocks(masterchain.root)
    this.#tops = tops
    this.#head = this.#index.known(masterchain.id)
    this.#headStates = new Map(
      [masterchain.id, ...tops].map((id) => {
        const state = made.get(keyOf(id)) ?? before.get(keyOf(id))
        if (!state) throw new RangeError(`the head commits to ${formatBlockId(id)}, which it doesn't follow`)
        return [keyOf(id), state]
      }),
    )
    const { seqno } = masterchain.id
    for (const waiter of this.#waiting) if (waiter.seqno <= seqno) waiter.resolve()
    if (this.#isSaveDue()) this.save()
  }

  get zeroState(): BlockIdExt {
    return this.#index.zeroOf(MASTERCHAIN).id
  }

  head(): BlockIdExt {
    return this.#head.id
  }

  async waitForMasterchain(seqno: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (seqno <= this.#head.id.seqno) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { seqno, resolve }
    const giveUp = () => reject(signal.reason)
    this.#waiting.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      this.#waiting.delete(waiter)
      signal.removeEventListener('abort', giveUp)
    }
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

  /** Zero states of shards are first in the first masterchain block. */
  committedBy(block: StoredBlock): number | undefined {
    const { id, record } = this.#index.known(block.id)
    return record?.committedBy ?? (id.workchain === MASTERCHAIN ? 0 : 1)
  }

  data(block: StoredBlock): Buffer {
    const { zero, record } = this.#index.known(block.id)
    return zero ? zero.data : this.#blocks.read(record.span)
  }

  root(block: StoredBlock): Cell {
    const { id, zero, record } = this.#index.known(block.id)
    if (zero) return zero.root
    const built = this.#built.get(keyOf(id))
    if (built) return built
    const data = this.#blocks.read(record.span)
    if (!hash('sha256', data, 'buffer').equals(id.fileHash)) {
      throw new DevnetDirectoryError('corrupt', this.#blocks.path, `block ${formatBlockId(id)} is damaged`)
    }
    const root = parseBocRoot(data, { trusted: true })
    this.#built.set(keyOf(id), root, data.length)
    return root
  }

  async state(block: StoredBlock): Promise<Cell> {
    const known = this.#index.known(block.id)
    const key = keyOf(known.id)
    return this.#headStates.get(key) ?? this.#recent.get(key) ?? this.#old.get(known)
  }

  signatures(seqno: number): SignatureSet | undefined {
    const place = { workchain: MASTERCHAIN, shard: this.zeroState.shard, seqno }
    const step = this.#index.findBySeqno(place)?.record?.step
    return step && loadStepRecord(this.#steps.read(step)).signatures
  }

  /** The newest block of each shard, as the head commits to them; the basechain's zero state before any. */
  tops(): readonly BlockIdExt[] {
    return this.#tops
  }

  /** Saves the newest states, so that the next start need not roll any. */
  save(): void {
    const { seqno } = this.head()
    if (seqno === 0 || this.#saved.seqnos.at(-1) === seqno) return
    const states = [this.head(), ...this.tops()].map((id) => ({
      id,
      state: this.#headStates.get(keyOf(id)) as Cell,
    }))
    this.#lastSave = { ...this.#lastSave, seqno, blocksSize: this.#blocks.size }
    try {
      this.#lastSave.bytes = this.#saved.write(seqno, states)
    } catch (error) {
      this.#onTrouble(error)
    }
  }

  /** Waits until everything is on the disk itself. */
  flush(): void {
    this.#blocks.flush()
    this.#steps.flush()
  }

  close(): void {
    this.#blocks.close()
    this.#steps.close()
    this.#length.close()
  }

  /** Rolls from the last saved states to the newest. */
  async #openHead(): Promise<void> {
    if (this.#head.record) {
      this.#tops = loadTopShardBlocks(this.root(this.#head))
      // A killed process can leave it one step behind; a directory of an earlier version has none.
      this.#recordLength(this.#head.id.seqno)
    }
    const ids = [this.#head.id, ...this.#tops]
    const states = await Promise.all(
      ids.map(async (id) => [keyOf(id), await this.state({ id, head: undefined })] as const),
    )
    this.#headStates = new Map(states)
    const seqno = this.#saved.seqnos.at(-1) ?? 0
    const saved = this.#index.findBySeqno({ ...this.zeroState, seqno })?.record?.span
    this.#lastSave = { seqno, bytes: 0, blocksSize: saved ? saved.offset + saved.length : 0 }
  }

  #write(
    blocks: readonly NewBlock[],
    signatures: SignatureSet,
    settled: readonly number[],
    committedBy: number,
  ): FoundStep {
    const { size } = this.#blocks
    let step: FoundStep | undefined
    try {
      const records = blocks.map(({ id, data }) => ({
        workchain: id.workchain,
        shard: id.shard,
        record: storeBlockRecord(id, readBlockHead(data), this.#blocks.append(data), committedBy),
      }))
      step = appendStep(this.#steps, { blocks: records, signatures, settled })
      this.#recordLength(committedBy)
      return step
    } catch (error) {
      if (step) this.#steps.truncateBefore(step.span)
      this.#blocks.truncate(size)
      throw error
    }
  }

  #recordLength(seqno: number): void {
    this.#length.write({ seqno, blocksSize: this.#blocks.size })
  }

  #isSaveDue(): boolean {
    const { seqno, bytes, blocksSize } = this.#lastSave
    const growth = this.#blocks.size - blocksSize
    return this.head().seqno - seqno >= this.#saveEvery || growth >= Math.max(LEAST_GROWTH, bytes * 2)
  }

  /**
   * The state after a new block, in the cells of the one before wherever they are equal: the executor gives back each
   * account in cells of its own, and those of the configuration contract alone are hundreds in every block.
   */
  #sharedState({ id, root, data, state }: NewBlock): Cell {
    if (data.length > MAX_SHARED) return state
    const [parent, other] = this.#index.parents(this.#index.known(id))
    if (!parent || other || !this.#isAtHand(parent)) return state
    return applyMerkleUpdate(this.#stateAtHand(parent), root.refs[2] as Cell)
  }

  /** A saved state is read here already: where its file turns out damaged, the block's parents are needed. */
  #isAtHand({ id, record }: IndexedBlock): boolean {
    const key = keyOf(id)
    if (!record || this.#headStates.has(key) || this.#recent.get(key) !== undefined) return true
    const state = this.#saved.read(id)
    this.#read = state && { key, state }
    return state !== undefined
  }

  #stateAtHand({ id, zero }: IndexedBlock): Cell {
    const key = keyOf(id)
    const read = this.#read?.key === key ? this.#read.state : undefined
    const state = zero?.root ?? this.#headStates.get(key) ?? this.#recent.get(key) ?? read
    this.#read = undefined
    if (!state) throw new RangeError(`the state after ${formatBlockId(id)} is not at hand`)
    return state
  }
}

function keyOf({ rootHash }: BlockIdExt): string {
  return rootHash.toString('latin1')
}
