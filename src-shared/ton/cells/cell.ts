import { sha256 } from '../sha256.ts'
import {
  CELL_TYPE,
  countLevels,
  hasBytes,
  type LeveledCell,
  type LevelInfo,
  levelOf,
  MAX_LEVEL,
  ordinaryLevels,
} from './cellLevels.ts'
import { type CellForm, onlyRoot, parseBag } from './parseBag.ts'

const HASH_BYTES = 32
const DEPTH_BYTES = 2

/** A cell for code that has no @ton/core: data bits and references. Hashes are computed on demand. */
export class Cell implements LeveledCell {
  /** Number of data bits, 0–1023. */
  readonly bits: number
  /** The data bits, most significant first; the unused bits of the last byte are zero. */
  readonly data: Uint8Array
  readonly refs: readonly Cell[]
  readonly mask: { readonly value: number }
  readonly #levels: LevelInfo
  /** Hashes by level, as far as they have been requested. */
  readonly #hashes: Uint8Array[] = []

  constructor(bits: number, data: Uint8Array, refs: readonly Cell[], levels = ordinaryLevels(refs)) {
    this.bits = bits
    this.data = data
    this.refs = refs
    this.mask = { value: levels.mask }
    this.#levels = levels
  }

  /** The type of an exotic cell: 1 pruned branch, 2 library reference, 3 Merkle proof, 4 Merkle update. */
  get exotic(): number | undefined {
    const { type } = this.#levels
    return type === CELL_TYPE.ordinary ? undefined : type
  }

  depth(level = MAX_LEVEL): number {
    const { depth, depths } = this.#levels
    return depths?.[Math.min(level, MAX_LEVEL)] ?? depth
  }

  /** Returns the hash at `level`, by default the representation hash. */
  hash(level = MAX_LEVEL): Uint8Array {
    const { mask, type } = this.#levels
    const top = levelOf(mask)
    const wanted = Math.min(level, top)
    const isPruned = type === CELL_TYPE.prunedBranch
    if (isPruned && wanted < top) return this.#statedHash(wanted)
    const known = this.#hashes[wanted]
    if (known) return known
    const before = wanted === 0 || isPruned ? undefined : this.hash(wanted - 1)
    const isSignificant = before === undefined || ((mask >> (wanted - 1)) & 1) === 1
    const hash = isSignificant ? sha256(this.#representation(wanted, before)) : before
    this.#hashes[wanted] = hash
    return hash
  }

  /** Returns the hash that a pruned branch states for a level below its own. */
  #statedHash(level: number): Uint8Array {
    const at = 2 + countLevels(this.#levels.mask & ((1 << level) - 1)) * HASH_BYTES
    return this.data.subarray(at, at + HASH_BYTES)
  }

  /**
   * Returns the bytes that are hashed at a level: descriptors, data (above the lowest level: the hash of the level
   * before), depths and hashes of the children.
   */
  #representation(level: number, before: Uint8Array | undefined): Uint8Array {
    const { type, mask } = this.#levels
    const isMerkle = type === CELL_TYPE.merkleProof || type === CELL_TYPE.merkleUpdate
    const below = isMerkle ? level + 1 : level
    const data = before ?? completedData(this)
    const bytes = new Uint8Array(2 + data.length + this.refs.length * (HASH_BYTES + DEPTH_BYTES))
    bytes.set(descriptors(this, mask & ((1 << level) - 1)))
    bytes.set(data, 2)
    let at = 2 + data.length
    for (const ref of this.refs) {
      const depth = ref.depth(below)
      bytes[at++] = depth >> 8
      bytes[at++] = depth & 0xff
    }
    for (const ref of this.refs) {
      bytes.set(ref.hash(below), at)
      at += HASH_BYTES
    }
    return bytes
  }
}

/** Returns the two descriptor bytes of a cell with a level mask. */
export function descriptors({ bits, data, refs, exotic }: Cell, mask: number): [number, number] {
  return [refs.length + (exotic === undefined ? 0 : 8) + (mask << 5), data.length + (bits >> 3)]
}

/** Returns the data with an incomplete last byte completed by a one and zeros. */
export function completedData({ bits, data }: Cell): Uint8Array {
  if (bits % 8 === 0) return data
  const completed = data.slice()
  completed[completed.length - 1] = (completed.at(-1) ?? 0) | (0x80 >> (bits % 8))
  return completed
}

function makeCell(source: Uint8Array, start: number, bits: number, refs: Cell[], levels: LevelInfo): Cell {
  // A copy, since the completion tag is removed. (slice would not copy a Buffer.)
  const data = new Uint8Array(source.subarray(start, start + ((bits + 7) >> 3)))
  if (bits % 8 !== 0) data[data.length - 1] = (data.at(-1) ?? 0) & (0xff00 >> (bits % 8))
  return new Cell(bits, data, refs, levels)
}

const FORM: CellForm<Uint8Array, Cell> = {
  make: makeCell,
  hasHash: (cell, level, source, at) => hasBytes(source, at, cell.hash(level)),
}

/** Maximum number of cells that the explorer reads: far more than code or data of an account can have. */
const MAX_CELLS = 200_000

/**
 * Reads a bag of cells with one root, up to 200,000 cells. Accepts and rejects the same bytes as the gateway's
 * `parseBocRoot` without options.
 * @throws {BocError}
 */
export function readBagOfCells(bytes: Uint8Array): Cell {
  return onlyRoot(parseBag(bytes, FORM, { maxCells: MAX_CELLS }))
}

/** Measures of a tree of cells. */
export type CellTotals = { readonly cells: number; readonly bits: number; readonly depth: number }

/** Returns the number of distinct cells, their data bits, and the length of the longest path down. */
export function cellTotals(root: Cell): CellTotals {
  const seen = new Set<Cell>([root])
  let bits = 0
  // A set also visits elements that are added during the iteration.
  for (const cell of seen) {
    bits += cell.bits
    for (const ref of cell.refs) seen.add(ref)
  }
  return { cells: seen.size, bits, depth: root.depth() }
}
