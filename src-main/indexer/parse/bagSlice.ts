import { BitString } from '@ton/core'
import { accountOf, loadAnycast } from '../../chain/block/msgAddress.ts'
import type { CellBag } from '../../chain/cells/cellBag.ts'
import { asReader, FastReader } from '../../chain/cells/fastReader.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { stdAddressOf } from '../stdAddress.ts'

/** A reader of a cell in a bag: bits by `bits` (@ton/core's BitReader), references by cell number. */
export class BagSlice {
  readonly bag: CellBag
  readonly cell: number
  readonly bits: ReturnType<typeof asReader>
  /** Index of the next reference. */
  ref = 0

  constructor(bag: CellBag, cell: number) {
    this.bag = bag
    this.cell = cell
    const start = bag.dataStart(cell)
    const bitLength = bag.bitLength(cell)
    this.bits = asReader(new FastReader(new BagBits(bag.source, start, bitLength)))
  }

  loadRef(): number {
    if (this.ref >= this.bag.refCount(this.cell)) throw new TlbError('Cell', 'a reference is missing')
    return this.bag.ref(this.cell, this.ref++)
  }

  loadMaybeRef(): number | undefined {
    return this.bits.loadBit() ? this.loadRef() : undefined
  }
}

class BagBits {
  readonly source: Buffer
  readonly start: number
  readonly bitLength: number

  constructor(source: Buffer, start: number, bitLength: number) {
    this.source = source
    this.start = start
    this.bitLength = bitLength
  }

  get bits(): BitString {
    return new BitString(this.source, this.start * 8, this.bitLength)
  }
}

/**
 * Opens a cell for reading.
 * @throws TlbError if the cell is pruned or otherwise exotic
 */
export function openBagCell(bag: CellBag, cell: number, type: string): BagSlice {
  if (bag.isExotic(cell)) throw new TlbError(type, 'an exotic cell stands where data was expected')
  return new BagSlice(bag, cell)
}

/**
 * `currencies$_ grams:Grams other:ExtraCurrencyCollection`: nanoton, and the root cell of the dictionary; undefined
 * if it is empty.
 */
export type BagCurrencies = { readonly coins: bigint; readonly extra: number | undefined }

/** Reads a CurrencyCollection. */
export function loadCurrencies(slice: BagSlice): BagCurrencies {
  return { coins: slice.bits.loadCoins(), extra: slice.loadMaybeRef() }
}

/** Skips a CurrencyCollection. */
export function skipCurrencies(slice: BagSlice): void {
  const { bits } = slice
  bits.skip(bits.loadUint(4) * 8)
  if (bits.loadBit()) slice.ref++
}

const NONE = 0
const EXTERN = 1
const STD = 2

/**
 * Reads any MsgAddress. Only addr_std identifies an account of this network's workchains; its anycast prefix replaces
 * the first bits (compatibility-v3 §14.2).
 * @throws TlbError for a bad anycast depth
 */
export function loadStdAddress({ bits }: BagSlice): StdAddress | undefined {
  const tag = bits.loadUint(2)
  if (tag === NONE) return undefined
  if (tag === EXTERN) {
    bits.skip(bits.loadUint(9))
    return undefined
  }
  const anycast = bits.loadBit() ? loadAnycast(bits) : undefined
  // workchain_id:int8 address:bits256 is already the store's form.
  if (tag === STD && anycast === undefined) return bits.loadBuffer(33)
  if (tag === STD) {
    const workchain = bits.loadInt(8)
    const account = accountOf({ kind: 'std-anycast', anycast, workchain, address: bits.loadBits(256) })
    return account && stdAddressOf(account)
  }
  bits.skip(bits.loadUint(9) + 32)
  return undefined
}

/** Skips an edge's label (HmLabel) and returns its number of key bits; `max` bits are left. */
export function skipLabel({ bits }: BagSlice, max: number): number {
  if (!bits.loadBit()) {
    let length = 0
    while (bits.loadBit()) length++
    bits.skip(length)
    return checked(length, max)
  }
  const isSame = bits.loadBit()
  if (isSame) bits.skip(1)
  const length = checked(bits.loadUint(32 - Math.clz32(max)), max)
  if (!isSame) bits.skip(length)
  return length
}

function checked(length: number, max: number): number {
  if (length > max) throw new TlbError('HmLabel', `${length} bits where ${max} are left of the key`)
  return length
}

/**
 * Calls `visit` with every leaf of a dictionary in the order of its keys. The slice is positioned after the label:
 * the leaf's content must tell its key. `edge` must be positioned before its label; in an augmented dictionary the
 * visitor reads the extra.
 */
export function walkLeaves(edge: BagSlice, keyBits: number, visit: (leaf: BagSlice) => void): void {
  const left = keyBits - skipLabel(edge, keyBits)
  if (left === 0) {
    visit(edge)
    return
  }
  for (let side = 0; side < 2; side++) {
    walkLeaves(openBagCell(edge.bag, edge.loadRef(), 'Hashmap'), left - 1, visit)
  }
}
