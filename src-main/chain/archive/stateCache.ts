import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginCell, type Cell } from '@ton/core'
import { applyMerkleUpdate } from '../merkle/merkleUpdate.ts'

/** What rolling states forward needs to know of a chain's blocks. */
export type StateSource<Block> = {
  key(block: Block): string
  seqno(block: Block): number
  /** The blocks that `block` follows: none for a zero state, two after a merge. */
  parents(block: Block): readonly Block[]
  /** The state itself, of a zero state. */
  zeroState(block: Block): Cell
  /** The `MERKLE_UPDATE ShardState` of a block. */
  update(block: Block): Cell
}

export type StateCacheOptions = {
  /** States kept because they were used last. */
  readonly window?: number
  /** Every state whose seqno is a multiple of this is kept, until there are too many. */
  readonly spacing?: number
  readonly maxCheckpoints?: number
}

/** How long rolling may keep the event loop before others get a turn. */
const TURN_MS = 10

/**
 * States after blocks, made by applying state updates one after another from the nearest state at hand.
 *
 * States share every cell that did not change, so keeping one costs about what its block's update changed.
 * Kept are the last `window` used ones and checkpoints: every `spacing`th of each shard. Where more than
 * `maxCheckpoints` have gathered the spacing doubles and every second one goes. So memory is bounded, and any
 * state is at most `spacing` updates away once the chain was rolled through. One roll runs at a time.
 */
export class StateCache<Block> {
  private readonly source: StateSource<Block>
  private readonly window: number
  private readonly maxCheckpoints: number
  private spacing: number
  private readonly recent = new Map<string, Cell>()
  private readonly checkpoints = new Map<string, { readonly seqno: number; readonly state: Cell }>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(source: StateSource<Block>, options: StateCacheOptions = {}) {
    this.source = source
    this.window = options.window ?? 128
    this.spacing = options.spacing ?? 64
    this.maxCheckpoints = options.maxCheckpoints ?? 1024
  }

  /** The state's root after `block`. Rejects with what the source throws, or MerkleError. */
  async get(block: Block): Promise<Cell> {
    const state = this.cached(block)
    if (state) return state
    const rolled = this.turn.then(() => this.roll(block))
    // The next roll starts whether or not this one succeeds; whoever asked hears of it.
    this.turn = rolled.catch(() => undefined)
    return rolled
  }

  private cached(block: Block): Cell | undefined {
    const key = this.source.key(block)
    const recent = this.recent.get(key)
    if (!recent) return this.checkpoints.get(key)?.state
    this.recent.delete(key)
    this.recent.set(key, recent)
    return recent
  }

  private async roll(target: Block): Promise<Cell> {
    // What this roll made and still needs: the cache itself may drop a merge's first half meanwhile.
    const made = new Map<string, Cell>()
    const stateOf = (block: Block) => made.get(this.source.key(block)) ?? this.cached(block)
    const waiting: Block[] = [target]
    let turnEnds = performance.now() + TURN_MS
    for (let block = waiting.at(-1); block !== undefined; block = waiting.at(-1)) {
      if (!stateOf(block)) {
        const parents = this.source.parents(block)
        const missing = parents.filter((parent) => !stateOf(parent))
        if (missing.length > 0) {
          waiting.push(...missing)
          continue
        }
        const state = this.make(
          block,
          parents.map((parent) => stateOf(parent) as Cell),
        )
        made.set(this.source.key(block), state)
        this.keep(block, state)
        if (parents.length === 1) made.delete(this.source.key(parents[0] as Block))
      }
      waiting.pop()
      if (performance.now() > turnEnds) {
        await nextTurn()
        turnEnds = performance.now() + TURN_MS
      }
    }
    return stateOf(target) as Cell
  }

  private make(block: Block, parents: readonly Cell[]): Cell {
    const [first, second] = parents
    if (!first) return this.source.zeroState(block)
    // After a split the update starts from the whole parent's state, so that nothing need be done there.
    const old = second ? splitState(first, second) : first
    return applyMerkleUpdate(old, this.source.update(block))
  }

  private keep(block: Block, state: Cell): void {
    const key = this.source.key(block)
    const seqno = this.source.seqno(block)
    this.recent.set(key, state)
    for (const oldest of this.recent.keys()) {
      if (this.recent.size <= this.window) break
      this.recent.delete(oldest)
    }
    if (seqno % this.spacing !== 0) return
    this.checkpoints.set(key, { seqno, state })
    while (this.checkpoints.size > this.maxCheckpoints) {
      this.spacing *= 2
      for (const [other, checkpoint] of this.checkpoints) {
        if (checkpoint.seqno % this.spacing !== 0) this.checkpoints.delete(other)
      }
    }
  }
}

/** `split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;` */
function splitState(left: Cell, right: Cell): Cell {
  return beginCell().storeUint(0x5f327da5, 32).storeRef(left).storeRef(right).endCell()
}
