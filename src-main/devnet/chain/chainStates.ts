import type { Cell } from '@ton/core'
import { ByteCache, CELL_WEIGHT } from '../../chain/archive/byteCache.ts'
import { StateCache } from '../../chain/archive/stateCache.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { applyMerkleUpdate } from '../../chain/merkle/merkleUpdate.ts'
import type { ChainIndex, IndexedBlock } from './chainIndex.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import type { NewBlock } from './newStep.ts'
import type { OldBlockPages } from './oldBlockPages.ts'
import type { StateFiles } from './stateFiles.ts'

/**
 * Maximum size of blocks whose states share cells with the earlier one, bytes: larger ones change too much for the
 * search to pay.
 */
const MAX_SHARED = 128 << 10
/** Number of old states that were rolled for a query and are cached for the next one. */
const OLD_STATES = 16

export type ChainStatesOptions = {
  readonly index: ChainIndex
  readonly saved: StateFiles
  /** Returns a block's root cell. */
  root(block: IndexedBlock): Cell
  /** Size of the block files whose states are cached, bytes. */
  readonly recentBytes: number
  /** Moves the list of earlier masterchain blocks out of memory; undefined: it stays in memory. */
  readonly pages: OldBlockPages | undefined
  /** Called if pages cannot be written: the list stays in memory until they can. */
  onTrouble(error: unknown): void
}

/**
 * The states after the blocks of a chain: those of the head and of recent blocks in memory, others rolled forward from
 * the nearest saved one.
 */
export class ChainStates {
  readonly #index: ChainIndex
  readonly #saved: StateFiles
  readonly #old: StateCache<IndexedBlock>
  readonly #recent: ByteCache<Cell>
  readonly #pages: OldBlockPages | undefined
  readonly #onTrouble: (error: unknown) => void
  /** The states after the head and after the shard blocks that it commits to. */
  #head = new Map<string, Cell>()
  /** A saved state that is being read for a roll. */
  #read: { readonly key: string; readonly state: Cell } | undefined

  constructor({ index, saved, root, recentBytes, pages, onTrouble }: ChainStatesOptions) {
    this.#index = index
    this.#saved = saved
    this.#recent = new ByteCache(recentBytes, { weight: CELL_WEIGHT })
    this.#pages = pages
    this.#onTrouble = onTrouble
    this.#old = new StateCache<IndexedBlock>(
      {
        key: ({ id }) => keyOf(id),
        seqno: ({ id }) => id.seqno,
        parents: (block) => (this.#isAtHand(block) ? [] : this.#index.parents(block)),
        zeroState: (block) => this.#stateAtHand(block),
        update: (block) => root(block).refs[2] as Cell,
      },
      { window: OLD_STATES, spacing: Number.MAX_SAFE_INTEGER },
    )
  }

  /** Rejects with DevnetDirectoryError if a block on the way is damaged. */
  async get(block: IndexedBlock): Promise<Cell> {
    const key = keyOf(block.id)
    return this.#head.get(key) ?? this.#recent.get(key) ?? this.#old.get(block)
  }

  /** Returns the state after a block to which the head commits, the head included. */
  atHead(id: BlockIdExt): Cell {
    const state = this.#head.get(keyOf(id))
    if (!state) throw new RangeError(`the head commits to ${formatBlockId(id)}, whose state is not there`)
    return state
  }

  /** Finds the states after the head and after the shard blocks that it commits to. */
  async enterHead(ids: readonly BlockIdExt[]): Promise<void> {
    const states = await Promise.all(
      ids.map(async (id) => [keyOf(id), await this.get(this.#index.known(id))] as const),
    )
    this.#head = new Map(states)
  }

  /** Caches the states after the new blocks of a step, which the index has already. */
  add(blocks: readonly NewBlock[], headIds: readonly BlockIdExt[]): void {
    const made = new Map<string, Cell>()
    for (const block of blocks) {
      const state = this.#sharedState(block)
      made.set(keyOf(block.id), state)
      // The root itself is not cached: its cells retain all of the executor's results for this block.
      this.#recent.set(keyOf(block.id), state, block.data.length)
    }
    const before = this.#head
    this.#head = new Map(
      headIds.map((id) => {
        const state = made.get(keyOf(id)) ?? before.get(keyOf(id))
        if (!state) throw new RangeError(`the head commits to ${formatBlockId(id)}, which it doesn't follow`)
        return [keyOf(id), state]
      }),
    )
  }

  /**
   * Returns the state after a new block with equal cells of the earlier state in place of its own: the executor returns
   * each account in new cells, and the configuration contract alone has hundreds in every block.
   */
  #sharedState({ id, root, data, state }: NewBlock): Cell {
    if (!state) throw new RangeError(`the state after ${formatBlockId(id)} is missing`)
    if (data.length > MAX_SHARED) return state
    const [parent, other] = this.#index.parents(this.#index.known(id))
    if (!parent || other || !this.#isAtHand(parent)) return state
    const shared = applyMerkleUpdate(this.#stateAtHand(parent), root.refs[2] as Cell)
    return this.#pages?.isDue(id.seqno) ? this.#paged(id, shared) : shared
  }

  /** Returns the state with its list of earlier blocks in pages; unchanged if they cannot be written. */
  #paged({ workchain }: BlockIdExt, state: Cell): Cell {
    if (workchain !== MASTERCHAIN || !this.#pages) return state
    try {
      return this.#pages.pageOut(state)
    } catch (error) {
      if (!(error instanceof DevnetDirectoryError)) throw error
      this.#onTrouble(error)
      return state
    }
  }

  /** Returns whether a saved state is read here already: if its file is damaged, the block's parents are needed. */
  #isAtHand({ id, record }: IndexedBlock): boolean {
    const key = keyOf(id)
    if (!record || this.#head.has(key) || this.#recent.get(key) !== undefined) return true
    const state = this.#saved.read(id)
    this.#read = state && { key, state: this.#paged(id, state) }
    return state !== undefined
  }

  #stateAtHand({ id, zero }: IndexedBlock): Cell {
    const key = keyOf(id)
    const read = this.#read?.key === key ? this.#read.state : undefined
    const state = zero?.root ?? this.#head.get(key) ?? this.#recent.get(key) ?? read
    this.#read = undefined
    if (!state) throw new RangeError(`the state after ${formatBlockId(id)} is not at hand`)
    return state
  }
}

function keyOf({ rootHash }: BlockIdExt): string {
  return rootHash.toString('latin1')
}
