import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { ByteCache, CELL_WEIGHT } from '../../chain/archive/byteCache.ts'
import type { BlockLookup, ChainStore, StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { type BlockId, type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'
import type { ZeroStates } from '../zeroState/zeroStates.ts'
import { type ChainFileOptions, ChainFiles } from './chainFiles.ts'
import { ChainIndex, type IndexedBlock } from './chainIndex.ts'
import { ChainStates } from './chainStates.ts'
import type { NewBlock, NewStep } from './newStep.ts'
import { OldBlockPages, type OldBlockPagesOptions } from './oldBlockPages.ts'
import { ScratchFile } from './scratchFile.ts'
import { StateFiles } from './stateFiles.ts'
import type { FoundStep } from './stepLog.ts'

export type DevnetStoreOptions = {
  /** Size of the block files whose cells are cached, bytes. */
  readonly builtBytes?: number
  /** Size of the block files whose states are cached, bytes. */
  readonly recentBytes?: number
  /**
   * Number of steps after which states are saved; they are saved earlier if blocks have grown by twice the size of the
   * save.
   */
  readonly saveEvery?: number
  /** Maximum number of files of saved states. */
  readonly savedStates?: number
  /** Pages of the list of earlier masterchain blocks, which keep it out of memory. */
  readonly pages?: OldBlockPagesOptions
  /** Serves the chain up to the first damaged step, and never writes. */
  readonly readOnly?: boolean | undefined
  /** Checks every block when the chain is opened, however large the files are. */
  readonly checkAll?: boolean | undefined
  /** Called with a failure to save states: the chain is intact, the next start takes longer. */
  onTrouble?(error: unknown): void
}

/** Callbacks while a chain is opened. */
export type OpeningHooks = {
  /** Numbers of the messages that steps have settled, one list for each step. */
  onSettled?(numbers: readonly number[]): void
} & Pick<ChainFileOptions, 'beforeCut'>

const DEFAULTS = { builtBytes: 512 << 10, recentBytes: 1 << 20, saveEvery: 500, savedStates: 24 }
/** Minimum growth of blocks for which states are saved early, bytes. */
const LEAST_GROWTH = 4 << 20

/**
 * The chain that a devnet makes, as its liteserver reads it, in these places of a directory:
 *
 * - `blocks`: block files one after another;
 * - `steps`: a record for each step, which is written when its blocks are and makes them part of the chain;
 * - `head`: how long the chain is, so that a start can tell if `blocks` or `steps` have lost some of it;
 * - `states/`: whole states, now and then: a copy of what the others say;
 *
 * and `messages`, which the message pool keeps. They agree between steps: a plain copy is a snapshot. In memory
 * are the records of the newest blocks, the newest states, and what was used last.
 */
export class DevnetStore implements ChainStore {
  readonly #index: ChainIndex
  readonly #files: ChainFiles
  readonly #saved: StateFiles
  readonly #states: ChainStates
  readonly #built: ByteCache<Cell>
  /** Undefined if nothing is written. */
  readonly #scratch: ScratchFile | undefined
  readonly #saveEvery: number
  readonly #isReadOnly: boolean
  readonly #onTrouble: (error: unknown) => void
  readonly #waiting = new Set<{ readonly seqno: number; readonly resolve: () => void }>()
  #head: IndexedBlock
  #tops: readonly BlockIdExt[]
  /** Size of the last save, and of the blocks at that time. */
  #lastSave = { seqno: 0, bytes: 0, blocksSize: 0 }

  private constructor(
    zero: ZeroStates,
    dir: string,
    options: DevnetStoreOptions,
    { onSettled, ...hooks }: OpeningHooks,
  ) {
    const { builtBytes, recentBytes, saveEvery, savedStates } = { ...DEFAULTS, ...options }
    const { readOnly = false, checkAll } = options
    this.#saveEvery = saveEvery
    this.#isReadOnly = readOnly
    this.#onTrouble = options.onTrouble ?? (() => {})
    this.#built = new ByteCache(builtBytes, { weight: CELL_WEIGHT })
    this.#scratch = readOnly ? undefined : new ScratchFile(join(dir, 'scratch.tmp'))
    this.#index = new ChainIndex(zero, this.#scratch)
    const addStep = ({ blocks, span, settled }: FoundStep) => {
      this.#index.add(blocks, span)
      onSettled?.(settled)
    }
    try {
      this.#files = new ChainFiles(dir, addStep, { readOnly, checkAll, ...hooks })
    } catch (error) {
      this.#scratch?.close()
      throw error
    }
    this.#head = this.#index.head
    this.#tops = [this.#index.zeroOf(0).id]
    this.#saved = new StateFiles(join(dir, 'states'), savedStates, this.#head.id.seqno, { readOnly })
    this.#states = new ChainStates({
      index: this.#index,
      saved: this.#saved,
      root: (block) => this.root(block),
      recentBytes,
      pages: this.#scratch && new OldBlockPages(this.#scratch, options.pages),
      onTrouble: this.#onTrouble,
    })
  }

  /**
   * Opens the directory's chain up to its last complete step, or starts a new one. Rejects with DevnetDirectoryError.
   */
  static async open(
    zero: ZeroStates,
    dir: string,
    options: DevnetStoreOptions = {},
    hooks: OpeningHooks = {},
  ): Promise<DevnetStore> {
    const store = new DevnetStore(zero, dir, options, hooks)
    try {
      await store.#openHead()
    } catch (error) {
      store.close()
      throw error
    }
    return store
  }

  /**
   * Adds the blocks of a step, first on disk, then for readers, and notifies waiting readers.
   * @throws DevnetDirectoryError if the system refuses to write: the step is then not part of the chain
   */
  append(step: NewStep): void {
    const { blocks, span } = this.#files.append(step)
    this.#index.add(blocks, span)
    this.#enter(step)
  }

  /** Adds a step whose blocks are known without their states, which are rolled and checked against the blocks. */
  async appendArchived(step: NewStep): Promise<void> {
    const { blocks, span } = this.#files.append(step)
    this.#index.add(blocks, span)
    const withState = async (block: NewBlock) => ({
      ...block,
      state: await this.#states.get(this.#index.known(block.id)),
    })
    const shards: NewBlock[] = []
    for (const block of step.shards) shards.push(await withState(block))
    this.#enter({ ...step, shards, masterchain: await withState(step.masterchain) })
  }

  #enter({ shards, masterchain }: NewStep): void {
    const tops = loadTopShardBlocks(masterchain.root)
    this.#states.add([...shards, masterchain], [masterchain.id, ...tops])
    this.#tops = tops
    this.#head = this.#index.known(masterchain.id)
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

  /** The zero states of shards are first named in the first masterchain block. */
  committedBy(block: StoredBlock): number | undefined {
    const { id, record } = this.#index.known(block.id)
    return record?.committedBy ?? (id.workchain === MASTERCHAIN ? 0 : 1)
  }

  data(block: StoredBlock): Buffer {
    const { zero, record } = this.#index.known(block.id)
    return zero ? zero.data : this.#files.readBlock(block.id, record)
  }

  root(block: StoredBlock): Cell {
    const { id, zero, record } = this.#index.known(block.id)
    if (zero) return zero.root
    const built = this.#built.get(keyOf(id))
    if (built) return built
    const data = this.#files.readBlock(id, record)
    const root = parseBocRoot(data, { trusted: true })
    this.#built.set(keyOf(id), root, data.length)
    return root
  }

  async state(block: StoredBlock): Promise<Cell> {
    return this.#states.get(this.#index.known(block.id))
  }

  signatures(seqno: number): SignatureSet | undefined {
    const place = { workchain: MASTERCHAIN, shard: this.zeroState.shard, seqno }
    const step = this.#index.findBySeqno(place)?.record?.step
    return step && this.#files.readSignatures(step)
  }

  /** The newest block of each shard, as the head commits to them; the basechain's zero state before any. */
  tops(): readonly BlockIdExt[] {
    return this.#tops
  }

  /** Saves the newest states, so that the next start need not roll any. */
  save(): void {
    const { seqno } = this.head()
    if (this.#isReadOnly || seqno === 0 || this.#saved.seqnos.at(-1) === seqno) return
    const states = [this.head(), ...this.tops()].map((id) => ({ id, state: this.#states.atHead(id) }))
    this.#lastSave = { ...this.#lastSave, seqno, blocksSize: this.#files.size }
    try {
      this.#lastSave.bytes = this.#saved.write(seqno, states)
    } catch (error) {
      this.#onTrouble(error)
    }
  }

  /** Waits until all data is durable. */
  flush(): void {
    this.#files.flush()
  }

  close(): void {
    this.#files.close()
    this.#scratch?.close()
  }

  /** Rolls states from the last saved ones to the newest. */
  async #openHead(): Promise<void> {
    const { id, record } = this.#head
    if (record) this.#tops = loadTopShardBlocks(this.root(this.#head))
    await this.#states.enterHead([id, ...this.#tops])
    // A killed process can leave it one step behind; a directory of an earlier version has none.
    if (record && !this.#isReadOnly) this.#files.recordLength(id.seqno)
    const seqno = this.#saved.seqnos.at(-1) ?? 0
    const saved = this.#index.findBySeqno({ ...this.zeroState, seqno })?.record?.span
    this.#lastSave = { seqno, bytes: 0, blocksSize: saved ? saved.offset + saved.length : 0 }
  }

  #isSaveDue(): boolean {
    const { seqno, bytes, blocksSize } = this.#lastSave
    const growth = this.#files.size - blocksSize
    return this.head().seqno - seqno >= this.#saveEvery || growth >= Math.max(LEAST_GROWTH, bytes * 2)
  }
}

function keyOf({ rootHash }: BlockIdExt): string {
  return rootHash.toString('latin1')
}
