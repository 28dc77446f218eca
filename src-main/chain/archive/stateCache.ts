import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginCell, type Cell } from '@ton/core'
import { applyMerkleUpdate } from '../merkle/merkleUpdate.ts'

/** The blocks of a chain, as far as computing states needs them. */
export type StateSource<Block> = {
  key(block: Block): string
  seqno(block: Block): number
  /** Returns the predecessors of `block`: none for a zero state, two after a merge. */
  parents(block: Block): readonly Block[]
  /** Returns the state cell of a zero state. */
  zeroState(block: Block): Cell
  /** Returns the `MERKLE_UPDATE ShardState` of a block. */
  update(block: Block): Cell
}

/** Limits of a StateCache, in numbers of states. */
export type StateCacheOptions = {
  /** The number of most recently used states to keep. */
  readonly window?: number
  /** States whose seqno is a multiple of this are kept as checkpoints, up to `maxCheckpoints`. */
  readonly spacing?: number
  readonly maxCheckpoints?: number
}

/** The longest time that rolling occupies the event loop without a pause. */
const TURN_MS = 10

/**
 * States after blocks, computed by applying state updates one after another from the nearest cached state.
 *
 * States share every unchanged cell, so that a cached state costs about the size of its block's update. The
 * cache keeps the last `window` used states, and every `spacing`th state of each shard as a checkpoint.
 * Beyond `maxCheckpoints` the spacing doubles and every second checkpoint is dropped. Memory is thereby
 * bounded, and any state is at most `spacing` updates away once the chain was rolled through. One roll runs
 * at a time.
 */
export class StateCache<Block> {
  readonly #source: StateSource<Block>
  readonly #window: number
  readonly #maxCheckpoints: number
  #spacing: number
  readonly #recent = new Map<string, Cell>()
  readonly #checkpoints = new Map<string, { readonly seqno: number; readonly state: Cell }>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(source: StateSource<Block>, options: StateCacheOptions = {}) {
    this.#source = source
    this.#window = options.window ?? 128
    this.#spacing = options.spacing ?? 64
    this.#maxCheckpoints = options.maxCheckpoints ?? 1024
  }

  /** Returns the root of the state after `block`. Rejects with the source's errors or MerkleError. */
  async get(block: Block): Promise<Cell> {
    const state = this.#cached(block)
    if (state) return state
    const rolled = this.#turn.then(() => this.#roll(block))
    // The next roll starts whether or not this one succeeds; its caller gets the error from `rolled`.
    this.#turn = rolled.catch(() => undefined)
    return rolled
  }

  #cached(block: Block): Cell | undefined {
    const key = this.#source.key(block)
    const recent = this.#recent.get(key)
    if (!recent) return this.#checkpoints.get(key)?.state
    this.#recent.delete(key)
    this.#recent.set(key, recent)
    return recent
  }

  async #roll(target: Block): Promise<Cell> {
    // The states that this roll made and still needs: the cache can evict the first half of a merge meanwhile.
    const made = new Map<string, Cell>()
    const stateOf = (block: Block) => made.get(this.#source.key(block)) ?? this.#cached(block)
    const waiting: Block[] = [target]
    let turnEnds = performance.now() + TURN_MS
    for (let block = waiting.at(-1); block !== undefined; block = waiting.at(-1)) {
      if (!stateOf(block)) {
        const parents = this.#source.parents(block)
        const missing = parents.filter((parent) => !stateOf(parent))
        if (missing.length > 0) {
          waiting.push(...missing)
          continue
        }
        const state = this.#make(
          block,
          parents.map((parent) => stateOf(parent) as Cell),
        )
        made.set(this.#source.key(block), state)
        this.#keep(block, state)
        if (parents.length === 1) made.delete(this.#source.key(parents[0] as Block))
      }
      waiting.pop()
      if (performance.now() > turnEnds) {
        await nextTurn()
        turnEnds = performance.now() + TURN_MS
      }
    }
    return stateOf(target) as Cell
  }

  #make(block: Block, parents: readonly Cell[]): Cell {
    const [first, second] = parents
    if (!first) return this.#source.zeroState(block)
    // After a split the update starts from the parent's whole state, which needs no preparation.
    const old = second ? splitState(first, second) : first
    return applyMerkleUpdate(old, this.#source.update(block))
  }

  #keep(block: Block, state: Cell): void {
    const key = this.#source.key(block)
    const seqno = this.#source.seqno(block)
    this.#recent.set(key, state)
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= this.#window) break
      this.#recent.delete(oldest)
    }
    if (seqno % this.#spacing !== 0) return
    this.#checkpoints.set(key, { seqno, state })
    while (this.#checkpoints.size > this.#maxCheckpoints) {
      this.#spacing *= 2
      for (const [other, checkpoint] of this.#checkpoints) {
        if (checkpoint.seqno % this.#spacing !== 0) this.#checkpoints.delete(other)
      }
    }
  }
}

/** Builds `split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;` */
function splitState(left: Cell, right: Cell): Cell {
  return beginCell().storeUint(0x5f327da5, 32).storeRef(left).storeRef(right).endCell()
}
