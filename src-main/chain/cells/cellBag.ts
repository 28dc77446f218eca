import { hash as digest } from 'node:crypto'
import { type Cell, CellType } from '@ton/core'
import { countLevels } from '#shared/ton/cells/cellLevels.ts'
import { bitsBeforeTag, storedSize } from '#shared/ton/cells/parseBag.ts'
import { bufferOf } from '../../platform/bufferOf.ts'
import { type FlatBoc, FlatBocError, scanBoc } from '../archive/flatBoc.ts'
import { buildCell } from './buildCell.ts'
import { asCell } from './rawCell.ts'

const HASH_BYTES = 32
const DEPTH_BYTES = 2
/** Parts of descriptor 1: the number of references, exotic, stored hashes. */
const REF_COUNT = 7
const EXOTIC = 8
const WITH_HASHES = 16

/**
 * A bag of cells that is read in place. Cells are numbers, so that unused cells of a block (most of its state
 * update) cost nothing, and hashes are computed on demand. All hashes and depths are those of level 0, which
 * pruned branches of a state update represent.
 */
export class CellBag {
  readonly source: Buffer
  readonly root: number
  readonly refSize: number
  private readonly starts: Uint32Array
  private readonly isTrusted: boolean
  private readonly hashes: Buffer
  private readonly depths: Uint16Array
  private readonly isHashed: Uint8Array

  constructor({ data, offsets, refSize, root }: FlatBoc, isTrusted: boolean) {
    this.source = bufferOf(data)
    this.root = root
    this.refSize = refSize
    this.starts = offsets
    this.isTrusted = isTrusted
    this.hashes = Buffer.allocUnsafeSlow(offsets.length * HASH_BYTES)
    this.depths = new Uint16Array(offsets.length)
    this.isHashed = new Uint8Array(offsets.length)
  }

  get size(): number {
    return this.starts.length
  }

  isExotic(cell: number): boolean {
    return (this.first(cell) & EXOTIC) !== 0
  }

  /** Returns whether only the hash and depth of the cell are known. */
  isPruned(cell: number): boolean {
    return this.isExotic(cell) && this.source[this.dataStart(cell)] === CellType.PrunedBranch
  }

  isMerkle(cell: number): boolean {
    if (!this.isExotic(cell)) return false
    const type = this.source[this.dataStart(cell)]
    return type === CellType.MerkleProof || type === CellType.MerkleUpdate
  }

  refCount(cell: number): number {
    return this.first(cell) & REF_COUNT
  }

  /** Returns the number of the cell's reference `index`, which must exist. */
  ref(cell: number, index: number): number {
    const at = this.dataStart(cell) + this.byteLength(cell) + index * this.refSize
    const { source } = this
    let ref = source[at] as number
    for (let i = 1; i < this.refSize; i++) ref = ref * 256 + (source[at + i] as number)
    // References lead to later cells only, so there are no cycles.
    if (ref <= cell || ref >= this.starts.length) throw new FlatBocError(`reference from ${cell} to ${ref}`)
    return ref
  }

  refs(cell: number): readonly number[] {
    const count = this.refCount(cell)
    if (count === 0) return NO_REFS
    const refs: number[] = []
    for (let i = 0; i < count; i++) refs.push(this.ref(cell, i))
    return refs
  }

  /** Returns the position of the cell's data in `source`. */
  dataStart(cell: number): number {
    const start = this.starts[cell] as number
    return start + 2 + storedSize(this.source[start] as number)
  }

  /** Returns the length of the data in bytes, including the completion tag of an incomplete last byte. */
  byteLength(cell: number): number {
    return ((this.source[(this.starts[cell] as number) + 1] as number) + 1) >> 1
  }

  bitLength(cell: number): number {
    const d2 = this.source[(this.starts[cell] as number) + 1] as number
    if ((d2 & 1) === 0) return d2 * 4
    const bytes = (d2 + 1) >> 1
    const last = this.source[this.dataStart(cell) + bytes - 1] as number
    return bitsBeforeTag(last, bytes)
  }

  /** Returns both descriptor bytes as in a file without stored hashes. */
  descriptors(cell: number): number {
    const start = this.starts[cell] as number
    return (((this.source[start] as number) & ~WITH_HASHES) << 8) | (this.source[start + 1] as number)
  }

  /** Returns the hash: a view of 32 bytes. */
  hash(cell: number): Buffer {
    this.computeHash(cell)
    return this.hashes.subarray(cell * HASH_BYTES, (cell + 1) * HASH_BYTES)
  }

  depth(cell: number): number {
    this.computeHash(cell)
    return this.depths[cell] as number
  }

  /** Returns the hash of a new ordinary cell: `data` are its completed bytes, `refs` are cells of the bag. */
  hashOf(data: Uint8Array, bitLength: number, refs: readonly number[]): Buffer {
    for (const ref of refs) this.computeHash(ref)
    return digest('sha256', this.representation(refs.length, data, 0, data.length, bitLength, refs), 'buffer')
  }

  /** Builds the cell and everything below it as @ton/core cells. */
  cell(number: number): Cell {
    const built = new Map<number, Cell>()
    const build = (next: number): Cell => {
      const known = built.get(next)
      if (known) return known
      const refs: Cell[] = []
      for (let i = 0; i < this.refCount(next); i++) refs.push(build(this.ref(next, i)))
      const start = this.dataStart(next)
      const cell = asCell(
        buildCell(this.source, start, this.bitLength(next), refs, this.isExotic(next), {
          trusted: this.isTrusted,
        }),
      )
      built.set(next, cell)
      return cell
    }
    return build(number)
  }

  private first(cell: number): number {
    return this.source[this.starts[cell] as number] as number
  }

  private computeHash(cell: number): void {
    if (this.isHashed[cell] === 1) return
    const { source } = this
    const start = this.starts[cell] as number
    const d1 = source[start] as number
    const data = this.dataStart(cell)
    if (d1 & EXOTIC && source[data] !== CellType.Library) this.readExoticHash(cell, data)
    else if (d1 & WITH_HASHES && this.isTrusted) {
      // One hash for each significant level, lowest first.
      const count = countLevels(d1 >> 5) + 1
      source.copy(this.hashes, cell * HASH_BYTES, start + 2, start + 2 + HASH_BYTES)
      this.depths[cell] = source.readUInt16BE(start + 2 + count * HASH_BYTES)
    } else {
      const refs = this.refs(cell)
      let depth = 0
      for (const ref of refs) {
        this.computeHash(ref)
        depth = Math.max(depth, (this.depths[ref] as number) + 1)
      }
      this.depths[cell] = depth
      const bytes = this.byteLength(cell)
      const text =
        refs.length === 0 && data === start + 2 && d1 >> 5 === 0
          ? source.subarray(start, data + bytes)
          : this.representation(d1 & 0x0f, source, data, data + bytes, this.bitLength(cell), refs)
      this.hashes.write(digest('sha256', text, 'binary'), cell * HASH_BYTES, 'latin1')
    }
    this.isHashed[cell] = 1
  }

  private readExoticHash(cell: number, data: number): void {
    const { source } = this
    if (source[data] === CellType.PrunedBranch) {
      const count = countLevels(source[data + 1] as number)
      source.copy(this.hashes, cell * HASH_BYTES, data + 2, data + 2 + HASH_BYTES)
      this.depths[cell] = source.readUInt16BE(data + 2 + count * HASH_BYTES)
      return
    }
    // Merkle proofs and updates in contracts' data: cells below them count by a higher level.
    const built = this.cell(cell)
    built.hash(0).copy(this.hashes, cell * HASH_BYTES)
    this.depths[cell] = built.depth(0)
  }

  /** Returns descriptors, data, child depths and child hashes of level 0, in a buffer that the next call reuses. */
  private representation(
    d1: number,
    data: Uint8Array,
    from: number,
    to: number,
    bitLength: number,
    refs: readonly number[],
  ): Buffer {
    const length = to - from
    const text = scratch(2 + length + refs.length * (HASH_BYTES + DEPTH_BYTES))
    text[0] = d1
    text[1] = length + (bitLength >> 3)
    let at = 2
    for (let i = from; i < to; i++) text[at++] = data[i] as number
    for (const ref of refs) {
      const depth = this.depths[ref] as number
      text[at++] = depth >> 8
      text[at++] = depth & 0xff
    }
    for (const ref of refs) {
      this.hashes.copy(text, at, ref * HASH_BYTES, (ref + 1) * HASH_BYTES)
      at += HASH_BYTES
    }
    return text
  }
}

const NO_REFS: readonly number[] = []

const scratches: Buffer[] = []

function scratch(length: number): Buffer {
  scratches[length] ??= Buffer.allocUnsafeSlow(length)
  return scratches[length]
}

/**
 * Opens a bag of cells with one root. Set `isTrusted` only for bytes whose own hash equals a verified one:
 * stored hashes are then not recomputed.
 * @throws {FlatBocError}
 */
export function openBag(data: Uint8Array, isTrusted: boolean): CellBag {
  return new CellBag(scanBoc(data), isTrusted)
}
