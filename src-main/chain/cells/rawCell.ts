import { hash as digest } from 'node:crypto'
import { BitString, Cell, CellType, type Slice } from '@ton/core'
import { LevelMask } from '@ton/core/dist/boc/cell/LevelMask.js'
import {
  countLevels,
  type LevelInfo,
  levelOf,
  MASKLESS_PRUNED_BITS,
  MAX_LEVEL,
  ordinaryLevels,
} from '#shared/ton/cells/cellLevels.ts'
import { openSlice } from './cellSlice.ts'
import { FastReader } from './fastReader.ts'

const HASH_BYTES = 32
const DEPTH_BYTES = 2

/** @ton/core's level masks by value; immutable, so that cells can share them. */
const LEVEL_MASKS: readonly LevelMask[] = Array.from({ length: 8 }, (_, mask) => new LevelMask(mask))
for (const mask of LEVEL_MASKS) Object.freeze(mask)

/**
 * A cell whose data is a part of a larger buffer (the file it was read from) and whose hashes are computed
 * from those bytes on demand. To @ton/core it is a `Cell`: `instanceof`, fields and methods are the same.
 * Created only by `buildCell`, which checks the content. The buffer must never be changed.
 */
export class RawCell {
  readonly type: CellType
  readonly refs: Cell[]
  /** The buffer; `start` is the first byte of the data in it. An incomplete last byte has its completion tag. */
  readonly source: Buffer
  readonly start: number
  readonly bitLength: number
  /** The level mask's value. */
  readonly levels: number
  private readonly topDepth: number
  private readonly depths: readonly number[] | null
  /**
   * The hash of a cell without levels, or of a pruned branch itself. Hashes are kept as 32 latin1 characters, since
   * Node's digest to a string is three times faster than to a Buffer.
   */
  private topHash: string | null = null
  /** The hashes of another cell with levels, from level 0 up to the highest one requested. */
  private hashes: string[] | null = null
  private bitView: BitString | null = null

  constructor(source: Buffer, start: number, bitLength: number, refs: Cell[], info: LevelInfo) {
    this.source = source
    this.start = start
    this.bitLength = bitLength
    this.refs = refs
    this.type = info.type
    this.levels = info.mask
    this.topDepth = info.depth
    this.depths = info.depths
  }

  get bits(): BitString {
    this.bitView ??= new BitString(this.source, this.start * 8, this.bitLength)
    return this.bitView
  }

  get mask(): LevelMask {
    return LEVEL_MASKS[this.levels] as LevelMask
  }

  beginParse(allowExotic = false): Slice {
    if (this.type !== CellType.Ordinary && !allowExotic) throw new Error('Exotic cells cannot be parsed')
    return openSlice(this, asCell(this), this.refs)
  }

  /** Returns the ordinary cell of the bits from `offset` on, with these references. */
  cut(offset: number, refs: Cell[]): Cell {
    const bitLength = this.bitLength - offset
    const bytes = Buffer.allocUnsafe((bitLength + 7) >> 3)
    const reader = new FastReader(this, offset)
    reader.loadBuffer(bitLength >> 3).copy(bytes)
    const partial = bitLength & 7
    if (partial > 0) bytes[bytes.length - 1] = ((reader.loadUint(partial) << 1) | 1) << (7 - partial)
    return asCell(new RawCell(bytes, 0, bitLength, refs, ordinaryLevels(refs)))
  }

  level(): number {
    return levelOf(this.levels)
  }

  depth(level = MAX_LEVEL): number {
    return this.depths === null ? this.topDepth : (this.depths[Math.min(level, MAX_LEVEL)] as number)
  }

  hash(level = MAX_LEVEL): Buffer {
    // Not cached: a small Buffer would keep its pool of 64 KB in memory as long as the cell lives.
    return Buffer.from(this.hashText(level), 'latin1')
  }

  /** Returns the hash at `level` as 32 latin1 characters, for use as a map key without a Buffer. */
  hashText(level = MAX_LEVEL): string {
    if (!this.isHashed(level)) hashBelow(this, level)
    if (this.levels === 0) return this.topHash as string
    if (this.type === CellType.PrunedBranch) {
      return level < levelOf(this.levels) ? this.statedHash(level) : (this.topHash as string)
    }
    return (this.hashes as string[])[Math.min(level, levelOf(this.levels))] as string
  }

  /** Returns whether `hashText(level)` needs no digest. */
  isHashed(level: number): boolean {
    if (this.levels === 0) return this.topHash !== null
    const top = levelOf(this.levels)
    if (this.type === CellType.PrunedBranch) return level < top || this.topHash !== null
    return this.hashes !== null && this.hashes.length > Math.min(level, top)
  }

  /** Returns the level at which the children's hashes enter this cell's hash of `level`. */
  childLevel(level: number): number {
    const isMerkle = this.type === CellType.MerkleProof || this.type === CellType.MerkleUpdate
    return isMerkle ? Math.min(level + 1, MAX_LEVEL) : level
  }

  /** Sets the hash of a cell without levels, if the caller knows it. */
  presetHash(hash: string): void {
    if (this.levels === 0) this.topHash = hash
  }

  equals(other: Cell): boolean {
    return this.hash().equals(other.hash())
  }

  /** Replaces @ton/core's private field of this name, which some of its code reads. */
  get _hashes(): Buffer[] {
    return [0, 1, 2, 3].map((level) => this.hash(level))
  }

  get _depths(): number[] {
    return [0, 1, 2, 3].map((level) => this.depth(level))
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return asCell(this).toString()
  }

  /**
   * Computes this cell's hashes up to `level`; those of its children must be known. Checking a Merkle proof needs
   * level 0 only, which is half of the digests.
   */
  computeHashes(level: number): void {
    if (this.levels === 0) {
      this.topHash = this.digestAt(0, null)
      return
    }
    if (this.type === CellType.PrunedBranch) {
      this.topHash = this.digestAt(MAX_LEVEL, null)
      return
    }
    this.hashes ??= []
    for (let next = this.hashes.length; next <= Math.min(level, levelOf(this.levels)); next++) {
      const before = this.hashes[next - 1] ?? null
      const significant = before === null || ((this.levels >> (next - 1)) & 1) === 1
      this.hashes.push(significant ? this.digestAt(next, before) : before)
    }
  }

  /** Returns the hash that a pruned branch states for a level below its own. */
  private statedHash(level: number): string {
    const first = this.start + (this.bitLength === MASKLESS_PRUNED_BITS ? 1 : 2)
    const at = first + countLevels(this.levels & ((1 << level) - 1)) * HASH_BYTES
    return this.source.toString('latin1', at, at + HASH_BYTES)
  }

  /**
   * Returns the SHA-256 of the representation at one level: descriptors, data (above the lowest level: the hash
   * of the level before), depths and hashes of the children.
   */
  private digestAt(level: number, before: string | null): string {
    const refs = this.refs
    const exotic = this.type !== CellType.Ordinary
    const bytes = (this.bitLength + 7) >> 3
    const d1 = refs.length + (exotic ? 8 : 0) + ((this.levels & ((1 << level) - 1)) << 5)
    const d2 = bytes + (this.bitLength >> 3)
    const dataBytes = before === null ? bytes : HASH_BYTES
    const { source, start } = this
    if (refs.length === 0 && start >= 2 && source[start - 2] === d1 && source[start - 1] === d2) {
      return digest('sha256', source.subarray(start - 2, start + bytes), 'binary')
    }
    const text = scratch(2 + dataBytes + refs.length * (HASH_BYTES + DEPTH_BYTES))
    text[0] = d1
    text[1] = d2
    if (before === null) source.copy(text, 2, start, start + bytes)
    else writeHash(before, text, 2)
    const below = this.childLevel(level)
    let at = 2 + dataBytes
    for (const ref of refs) {
      const depth = ref.depth(below)
      text[at++] = depth >> 8
      text[at++] = depth & 0xff
    }
    for (const ref of refs) {
      const raw = rawOf(ref)
      if (raw) writeHash(raw.hashText(below), text, at)
      else text.set(ref.hash(below), at)
      at += HASH_BYTES
    }
    return digest('sha256', text, 'binary')
  }
}

Object.setPrototypeOf(RawCell.prototype, Cell.prototype)

const scratches: Buffer[] = []

/** Returns a shared buffer for a cell's representation (about 300 bytes at most), valid within one digest. */
function scratch(length: number): Buffer {
  scratches[length] ??= Buffer.allocUnsafeSlow(length)
  return scratches[length]
}

/** Writes a hash with a loop, which for 32 characters is faster than Buffer.write. */
function writeHash(text: string, into: Buffer, at: number): void {
  for (let i = 0; i < HASH_BYTES; i++) into[at + i] = text.charCodeAt(i)
}

/** Returns the cell typed as @ton/core's Cell. */
export function asCell(cell: RawCell): Cell {
  return cell as unknown as Cell
}

/** Returns `cell` if it is a RawCell, or undefined. */
export function rawOf(cell: unknown): RawCell | undefined {
  return cell instanceof RawCell ? cell : undefined
}

/**
 * Computes the missing hashes of `root` at `level` and of the cells under it, children first, without
 * recursion.
 */
function hashBelow(root: RawCell, level: number): void {
  const waiting = [root]
  const levels = [level]
  for (let cell = waiting.at(-1); cell !== undefined; cell = waiting.at(-1)) {
    const before = waiting.length
    const wanted = levels.at(-1) as number
    if (!cell.isHashed(wanted)) {
      const below = cell.childLevel(wanted)
      for (const ref of cell.refs) {
        const raw = rawOf(ref)
        if (!raw || raw.isHashed(below)) continue
        waiting.push(raw)
        levels.push(below)
      }
      if (waiting.length > before) continue
      cell.computeHashes(wanted)
    }
    waiting.pop()
    levels.pop()
  }
}
