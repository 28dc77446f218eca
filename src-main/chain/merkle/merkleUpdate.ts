import { type Cell, CellType } from '@ton/core'
import { buildCell } from '../cells/buildCell.ts'
import { cellData, hashKey } from '../cells/cellData.ts'
import { asCell, rawOf } from '../cells/rawCell.ts'
import { expectNoLevels, merkleDepthBelow, merkleUpdateCell } from './merkleCells.ts'
import { MerkleError } from './merkleError.ts'
import { type ProofOptions, pruneUnshown } from './merkleProof.ts'

/** The two sides of a Merkle update and the hashes that it states. */
type OpenedUpdate = {
  readonly from: Cell
  readonly to: Cell
  readonly oldHash: Buffer
  readonly newHash: Buffer
}

function openUpdate(update: Cell): OpenedUpdate {
  const [from, to] = update.refs
  if (update.type !== CellType.MerkleUpdate || from === undefined || to === undefined) {
    throw new MerkleError('not-an-update', `a Merkle update was expected, not a cell of type ${update.type}`)
  }
  expectNoLevels(update, 'the Merkle update')
  const { bytes, start } = cellData(update)
  return {
    from,
    to,
    oldHash: bytes.subarray(start + 1, start + 33),
    newHash: bytes.subarray(start + 33, start + 65),
  }
}

/**
 * Returns the hashes (32 bytes each) of the states before and after, as stated in the update.
 * @throws MerkleError not-an-update, bad-level, too-deep
 */
export function merkleUpdateHashes(update: Cell): { oldHash: Buffer; newHash: Buffer } {
  const { oldHash, newHash } = openUpdate(update)
  return { oldHash, newHash }
}

/**
 * Applies `update` to `state` and returns the new state. Parts that the update does not change are shared
 * with `state`; new cells have data of their own, so that the update's block can be freed. The new state's
 * hash is computed and compared with the stated one.
 * @throws {MerkleError} not-an-update, bad-level, wrong-state, unknown-branch, hash-mismatch, too-deep
 */
export function applyMerkleUpdate(state: Cell, update: Cell): Cell {
  const { from, to, oldHash, newHash } = openUpdate(update)
  expectNoLevels(state, 'the state')
  if (!state.hash().equals(oldHash)) {
    throw new MerkleError(
      'wrong-state',
      `the update applies to ${oldHash.toString('hex')}, not to ${state.hash().toString('hex')}`,
    )
  }
  const next = rebuild(to, knownCells(state, from))
  if (!next.hash().equals(newHash)) {
    throw new MerkleError('hash-mismatch', 'the updated state has another hash than the update states')
  }
  return next
}

/** Returns the state's cells at and above the pruned branches of the update's old side, by hash. */
function knownCells(state: Cell, from: Cell): Map<string, Cell> {
  const known = new Map<string, Cell>()
  const seen: Set<Cell>[] = [new Set(), new Set(), new Set(), new Set()]
  const waiting: { cell: Cell; shown: Cell; merkleDepth: number }[] = [
    { cell: state, shown: from, merkleDepth: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { cell, shown, merkleDepth } = next
    known.set(keyAt(cell, merkleDepth), cell)
    if (shown.type === CellType.PrunedBranch || seen[merkleDepth]?.has(shown)) continue
    seen[merkleDepth]?.add(shown)
    const below = merkleDepthBelow(shown, merkleDepth)
    if (shown.refs.length !== cell.refs.length || below > 3) {
      throw new MerkleError('unknown-branch', "the update's old side is not shaped as the state")
    }
    shown.refs.forEach((ref, i) => {
      waiting.push({ cell: cell.refs[i] as Cell, shown: ref, merkleDepth: below })
    })
  }
  return known
}

/** Returns the new state: the update's new side, with its pruned branches replaced by known cells. */
function rebuild(to: Cell, known: ReadonlyMap<string, Cell>): Cell {
  const store = new CellStore()
  const done: Map<Cell, Cell>[] = [new Map(), new Map(), new Map(), new Map()]

  const walk = (cell: Cell, merkleDepth: number): Cell => {
    if (cell.type === CellType.PrunedBranch && cell.level() === merkleDepth + 1) {
      const found = known.get(keyAt(cell, merkleDepth))
      if (!found || found.depth(merkleDepth) !== cell.depth(merkleDepth)) {
        throw new MerkleError(
          'unknown-branch',
          `the old state has no cell ${cell.hash(merkleDepth).toString('hex')} where the update says`,
        )
      }
      return found
    }
    const ready = done[merkleDepth]
    if (!ready) throw new MerkleError('bad-level', 'more than three Merkle cells above one another')
    let result = ready.get(cell)
    if (result === undefined) {
      const below = merkleDepthBelow(cell, merkleDepth)
      result = store.copy(
        cell,
        cell.refs.map((ref) => walk(ref, below)),
      )
      ready.set(cell, result)
    }
    return result
  }
  return walk(to, 0)
}

/** Stores the data of new cells together in buffers of their own. */
class CellStore {
  #chunk: Buffer = Buffer.alloc(0)
  #used = 0

  copy(cell: Cell, refs: Cell[]): Cell {
    const data = cellData(cell)
    const length = data.end - data.start
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(4096)
      this.#used = 0
    }
    const start = this.#used
    this.#used += data.bytes.copy(this.#chunk, start, data.start, data.end)
    const copy = buildCell(this.#chunk, start, cell.bits.length, refs, cell.isExotic)
    // Once the pruned branches of level 1 are replaced by real cells, only the hash of level 0 is left.
    const original = rawOf(cell)
    if (original?.isHashed(0)) copy.presetHash(original.hashText(0))
    return asCell(copy)
  }
}

function keyAt(cell: Cell, level: number): string {
  return rawOf(cell)?.hashText(level) ?? cell.hash(level).toString('latin1')
}

/** Options of building an update. */
export type UpdateOptions = ProofOptions & {
  /** Cells of the old state that its side keeps although they lead to no cell of the new state. */
  readonly shown?: readonly Cell[]
}

/**
 * Builds the Merkle update from one state to another: the new side contains the cells that the old state
 * lacks, the old side the paths to the cells that the new state keeps. Visits only the changed parts of the
 * two states, so the cost is that of the change if the states share or repeat subtrees. `unreadLeaves`
 * applies to the old side as in proofs; a leaf in both states is always kept on the new side, as in the
 * reference node.
 * @throws {MerkleError} bad-level if a state has levels, too-deep
 * @throws {BocError} too-deep if the update cell on top would be deeper than cells can be
 */
export function buildMerkleUpdate(from: Cell, to: Cell, options: UpdateOptions = {}): Cell {
  expectNoLevels(from, 'the old state')
  expectNoLevels(to, 'the new state')
  const { kept, changedFrom } = compare(from, to)
  const way = wayTo(from, kept, changedFrom)
  for (const cell of options.shown ?? []) way.add(hashKey(cell))
  const newSide = pruneUnshown(to, (cell) => !kept.has(hashKey(cell)))
  const oldSide = pruneUnshown(from, way, options)
  return merkleUpdateCell(oldSide, newSide)
}

/**
 * Finds the subtrees that both trees have. Equal cells have equal depths, so both trees are uncovered from
 * the top, depth by depth; cells on both sides at one depth are kept and not entered.
 */
function compare(from: Cell, to: Cell): { kept: Set<string>; changedFrom: Set<string> } {
  const kept = new Set<string>()
  const changedFrom = new Set<string>()
  const fromByDepth: Map<string, Cell>[] = []
  const toByDepth: Map<string, Cell>[] = []
  const uncover = (byDepth: Map<string, Cell>[], cell: Cell) => {
    const depth = cell.depth()
    byDepth[depth] ??= new Map()
    byDepth[depth].set(hashKey(cell), cell)
  }
  uncover(fromByDepth, from)
  uncover(toByDepth, to)
  // Leaves (depth 0) are never pruned on the new side, so they need no comparison.
  for (let depth = Math.max(from.depth(), to.depth()); depth > 0; depth--) {
    const before = fromByDepth[depth]
    const after = toByDepth[depth]
    for (const [key, cell] of after ?? []) {
      if (before?.has(key)) kept.add(key)
      else for (const ref of cell.refs) uncover(toByDepth, ref)
    }
    for (const [key, cell] of before ?? []) {
      if (kept.has(key)) continue
      changedFrom.add(key)
      for (const ref of cell.refs) uncover(fromByDepth, ref)
    }
  }
  return { kept, changedFrom }
}

/** Returns the changed cells of the old state from which a kept cell can be reached. */
function wayTo(from: Cell, kept: ReadonlySet<string>, changed: ReadonlySet<string>): Set<string> {
  const way = new Set<string>()
  const judged = new Set<string>()
  const walk = (cell: Cell): boolean => {
    const key = hashKey(cell)
    if (!changed.has(key)) return kept.has(key)
    if (!judged.has(key)) {
      judged.add(key)
      // All children are walked, also after the first that leads to a kept cell.
      const leads = cell.refs.map(walk)
      if (leads.includes(true)) way.add(key)
    }
    return way.has(key)
  }
  walk(from)
  return way
}
