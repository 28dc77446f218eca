import { BitReader, type BitString, Cell, CellType, Slice } from '@ton/core'
import type { LevelMask } from '@ton/core/dist/boc/cell/LevelMask.js'
import { hashKey } from '../cells/cellData.ts'
import { openSlice } from '../cells/cellSlice.ts'
import { rawOf } from '../cells/rawCell.ts'

/**
 * Records which cells of a tree are read. Code that takes cells and slices runs on `root` instead of the
 * tree's own root; every cell it loads (by `beginParse`, `asSlice`, `bits` or `refs`) is recorded, and
 * `buildMerkleProof` keeps exactly those. Asking for a cell's hash, depth, type or level reads nothing.
 *
 *     const usage = new CellUsage(blockRoot)
 *     loadBlockHeader(usage.root.beginParse())
 *     const proof = buildMerkleProof(blockRoot, usage)
 *
 * Cells are recorded by position and kept by hash, as in the reference node: a cell read at one position is
 * kept wherever it occurs. Writing a tracked cell into a bag of cells reads all of it. Cells that stay in use
 * after the proof is built should be unwrapped with `original`.
 */
export class CellUsage {
  readonly root: Cell
  private readonly read: Cell[] = []

  constructor(root: Cell) {
    this.root = trackedCell(this.original(root), this.read)
  }

  /** Returns the tree's own cell behind a tracked one, and any other cell unchanged. */
  original(cell: Cell): Cell {
    return trackedOf(cell)?.cell ?? cell
  }

  /** Records a cell as read, without the cells below it. */
  note(cell: Cell): void {
    const tracked = trackedOf(cell)
    if (tracked) tracked.note()
    else this.read.push(cell)
  }

  /** Records a cell and everything below it as read. */
  noteAll(cell: Cell): void {
    const seen = new Set<Cell>()
    const waiting = [this.original(cell)]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      this.read.push(next)
      waiting.push(...next.refs)
    }
  }

  /** Returns the `hashKey`s of all cells read so far. */
  keys(): Set<string> {
    return new Set(this.read.map(hashKey))
  }
}

/** A view of a cell that records its reading. To @ton/core it is a `Cell`. */
class TrackedCell {
  readonly cell: Cell
  private readonly read: Cell[]
  private noted = false
  private children: Cell[] | null = null

  constructor(cell: Cell, read: Cell[]) {
    this.cell = cell
    this.read = read
  }

  note(): void {
    if (this.noted) return
    this.noted = true
    this.read.push(this.cell)
  }

  get type(): CellType {
    return this.cell.type
  }

  get mask(): LevelMask {
    return this.cell.mask
  }

  get bits(): BitString {
    this.note()
    return this.cell.bits
  }

  get refs(): Cell[] {
    this.note()
    this.children ??= this.cell.refs.map((ref) => trackedCell(ref, this.read))
    return this.children
  }

  beginParse(allowExotic = false): Slice {
    if (this.cell.type !== CellType.Ordinary && !allowExotic) throw new Error('Exotic cells cannot be parsed')
    const raw = rawOf(this.cell)
    this.note()
    return raw
      ? openSlice(raw, this as unknown as Cell, this.refs)
      : new Slice(new BitReader(this.cell.bits), this.refs)
  }

  hash(level?: number): Buffer {
    return this.cell.hash(level)
  }

  depth(level?: number): number {
    return this.cell.depth(level)
  }

  level(): number {
    return this.cell.level()
  }

  equals(other: Cell): boolean {
    return this.cell.equals(other)
  }
}

Object.setPrototypeOf(TrackedCell.prototype, Cell.prototype)

function trackedCell(cell: Cell, read: Cell[]): Cell {
  return new TrackedCell(cell, read) as unknown as Cell
}

function trackedOf(cell: unknown): TrackedCell | undefined {
  return cell instanceof TrackedCell ? cell : undefined
}
