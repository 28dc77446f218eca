import { hash as digest } from 'node:crypto'
import { BitString, Cell, CellType, type Slice } from '@ton/core'
import { LevelMask } from '@ton/core/dist/boc/cell/LevelMask.js'
import { countLevels, type LevelInfo, levelOf, MAX_LEVEL, ordinaryLevels } from './cellLevels.ts'
import { openSlice } from './cellSlice.ts'
import { FastReader } from './fastReader.ts'

/** Type, hash and depth: a pruned branch as some tools wrote it, without its level mask (which then is 1). */
export const MASKLESS_PRUNED_BITS = 8 + 256 + 16

const HASH_BYTES = 32
const DEPTH_BYTES = 2

/** @ton/core's level masks by value; immutable, so that cells share them. */
const LEVEL_MASKS: readonly LevelMask[] = Array.from({ length: 8 }, (_, mask) => new LevelMask(mask))
for (const mask of LEVEL_MASKS) Object.freeze(mask)

/**
 * A cell whose data are a stretch of a larger buffer (the file it came from) and whose hashes are computed from
 * those very bytes, when somebody first asks. To @ton/core it is a `Cell`: `instanceof`, fields and methods are
 * the same. Made by `buildCell` only, which checks the content; the buffer must never be changed afterwards.
 */
export class RawCell {
  readonly type: CellType
  readonly refs: Cell[]
  /** The buffer, the first byte of the data in it, and their length in bits; a last partial byte has its tag. */
  readonly source: Buffer
  readonly start: number
  readonly bitLength: number
  /** The level mask's value. */
  readonly levels: number
  private readonly topDepth: number
  private readonly depths: readonly number[] | null
  /**
   * The hash of a cell without levels, and that of a pruned branch itself. Hashes are kept as 32 latin1 characters:
   * node's digest is three times faster to a string than to a Buffer.
   */
  private topHash: string | null = null
  /** Of another cell with levels: the hashes from level 0 on, as far up as somebody asked. */
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

  /** The ordinary cell of the bits from `offset` on, over these references. */
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
    // Not kept: a small Buffer keeps a pool of 64 KB alive, for as long as its cell is in some state.
    return Buffer.from(this.hashText(level), 'latin1')
  }

  /** The hash at `level` as 32 latin1 characters: a key for maps, without a Buffer of its own. */
  hashText(level = MAX_LEVEL): string {
    if (!this.isHashed(level)) hashBelow(this, level)
    if (this.levels === 0) return this.topHash as string
    if (this.type === CellType.PrunedBranch) {
      return level < levelOf(this.levels) ? this.statedHash(level) : (this.topHash as string)
    }
    return (this.hashes as string[])[Math.min(level, levelOf(this.levels))] as string
  }

  /** Whether `hashText(level)` needs no digest. */
  isHashed(level: number): boolean {
    if (this.levels === 0) return this.topHash !== null
    const top = levelOf(this.levels)
    if (this.type === CellType.PrunedBranch) return level < top || this.topHash !== null
    return this.hashes !== null && this.hashes.length > Math.min(level, top)
  }

  /** The level at which the children's hashes go into this cell's hash of `level`. */
  childLevel(level: number): number {
    const isMerkle = this.type === CellType.MerkleProof || this.type === CellType.MerkleUpdate
    return isMerkle ? Math.min(level + 1, MAX_LEVEL) : level
  }

  /** Spares a cell without levels the computation of its hash, where the caller knows it. */
  presetHash(hash: string): void {
    if (this.levels === 0) this.topHash = hash
  }

  equals(other: Cell): boolean {
    return this.hash().equals(other.hash())
  }

  /** @ton/core's own fields of these names, for those who look into them. */
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
   * Computes this cell's hashes up to `level`; those of its children must be known. Who checks a Merkle proof asks
   * for level 0 only: that is half of the digests.
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

  /** The hash that a pruned branch states for a level below its own. */
  private statedHash(level: number): string {
    const first = this.start + (this.bitLength === MASKLESS_PRUNED_BITS ? 1 : 2)
    const at = first + countLevels(this.levels & ((1 << level) - 1)) * HASH_BYTES
    return this.source.toString('latin1', at, at + HASH_BYTES)
  }

  /**
   * SHA-256 of the representation at one level: descriptors, data (or, above the lowest level, the hash of the
   * level before), depths and hashes of the children.
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

/** Room for a cell's representation, some 300 bytes at most: taken and left again within one digest. */
function scratch(length: number): Buffer {
  scratches[length] ??= Buffer.allocUnsafeSlow(length)
  return scratches[length]
}

/** For so few letters a loop is faster than Buffer.write. */
function writeHash(text: string, into: Buffer, at: number): void {
  for (let i = 0; i < HASH_BYTES; i++) into[at + i] = text.charCodeAt(i)
}

/** The same object under the type that it has for everybody else. */
export function asCell(cell: RawCell): Cell {
  return cell as unknown as Cell
}

/** The raw cell that `cell` is, if it is one. */
export function rawOf(cell: unknown): RawCell | undefined {
  return cell instanceof RawCell ? cell : undefined
}

/**
 * Computes what is missing of the hash of `root` at `level` and of those under it that it is made of, children first,
 * without recursion.
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
