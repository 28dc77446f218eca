import { hash as digest } from 'node:crypto'
import { cellBoc } from '../../chain/cells/bagBoc.ts'
import type { CellBag } from '../../chain/cells/cellBag.ts'
import type { ParsedMessage } from '../../store/parsedBlock.ts'
import { type BagSlice, loadCurrencies, loadStdAddress, openBagCell } from './bagSlice.ts'
import { parseCellTree, parseCut } from './parsedCells.ts'

/** Global version since which ihr_fee is replaced by extra flags. */
const EXTRA_FLAGS_VERSION = 12
/** Two flags are in use; any fee was larger. */
const MAX_EXTRA_FLAGS = 3n
const HASH_BYTES = 32

/** The fields of a message outside of its contents. */
type Envelope = Omit<ParsedMessage, 'hash' | 'hashNorm' | 'opcode' | 'body' | 'init'>

const NOTHING = {
  source: undefined,
  destination: undefined,
  value: undefined,
  extra: undefined,
  fwdFee: undefined,
  ihrFee: undefined,
  extraFlags: undefined,
  ihrDisabled: false,
  bounce: false,
  bounced: false,
  createdLt: undefined,
  createdAt: undefined,
  importFee: undefined,
} as const

/**
 * Reads a message: `message$_ info:CommonMsgInfo init:(Maybe (Either StateInit ^StateInit)) body:(Either X ^X)`.
 * @param globalVersion global version of the block whose transaction has the message: 0 if its header has none,
 * undefined if it is not known
 */
export function readMessage(bag: CellBag, cell: number, globalVersion: number | undefined): ParsedMessage {
  const slice = openBagCell(bag, cell, 'Message')
  const { bits } = slice
  const isExternal = bits.loadBit()
  const isOut = isExternal && bits.loadBit()
  let destination: AddressBits | undefined
  let envelope: Envelope
  if (!isExternal) envelope = readInternal(slice, globalVersion)
  else if (isOut) envelope = readExternalOut(slice)
  else {
    // The source is addr_none or addr_extern.
    loadStdAddress(slice)
    const from = bits.offset
    const address = loadStdAddress(slice)
    destination = { from, to: bits.offset }
    envelope = { ...NOTHING, kind: 'external-in', destination: address, importFee: bits.loadCoins() }
  }
  const init = bits.loadBit() ? readInit(slice) : undefined
  const isBodyRef = bits.loadBit()
  const bodyCell = isBodyRef ? slice.loadRef() : undefined
  const body =
    bodyCell === undefined
      ? parseCut(slice, bits.offset, bits.offset + bits.remaining, slice.ref, bag.refCount(cell))
      : parseCellTree(bag, bodyCell)
  const opcode = bodyCell === undefined ? opcodeOf(slice) : opcodeOfCell(bag, bodyCell)
  const hash = bag.hash(cell)
  const hashNorm = destination && normalizedHash(slice, destination, body.hash, bodyDepth(slice, bodyCell))
  return {
    ...envelope,
    hash,
    hashNorm: hashNorm && !hashNorm.equals(hash) ? hashNorm : undefined,
    opcode,
    body,
    init,
  }
}

/**
 * int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool src:MsgAddressInt dest:MsgAddressInt
 *   value:CurrencyCollection extra_flags:(VarUInteger 16) fwd_fee:Grams created_lt:uint64 created_at:uint32
 */
function readInternal(slice: BagSlice, globalVersion: number | undefined): Envelope {
  const { bits, bag } = slice
  const ihrDisabled = bits.loadBit()
  const bounce = bits.loadBit()
  const bounced = bits.loadBit()
  const source = loadStdAddress(slice)
  const destination = loadStdAddress(slice)
  const { coins: value, extra } = loadCurrencies(slice)
  const flags = bits.loadCoins()
  const hasFlags =
    globalVersion === undefined ? flags <= MAX_EXTRA_FLAGS : globalVersion >= EXTRA_FLAGS_VERSION
  return {
    kind: 'internal',
    source,
    destination,
    value,
    extra: extra === undefined ? undefined : cellBoc(bag, extra),
    ihrFee: hasFlags ? undefined : flags,
    extraFlags: hasFlags ? flags : undefined,
    fwdFee: bits.loadCoins(),
    ihrDisabled,
    bounce,
    bounced,
    createdLt: bits.loadUintBig(64),
    createdAt: bits.loadUint(32),
    importFee: undefined,
  }
}

/** ext_out_msg_info$11 src:MsgAddressInt dest:MsgAddressExt created_lt:uint64 created_at:uint32 */
function readExternalOut(slice: BagSlice): Envelope {
  const { bits } = slice
  const source = loadStdAddress(slice)
  loadStdAddress(slice)
  return {
    ...NOTHING,
    kind: 'external-out',
    source,
    createdLt: bits.loadUintBig(64),
    createdAt: bits.loadUint(32),
  }
}

/** Reads the StateInit; one that shares the message's cell becomes a separate cell. */
function readInit(slice: BagSlice) {
  const { bits, bag } = slice
  if (bits.loadBit()) return parseCellTree(bag, slice.loadRef())
  const from = bits.offset
  const refFrom = slice.ref
  // _ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code:(Maybe ^Cell) data:… library:…
  if (bits.loadBit()) bits.skip(5)
  if (bits.loadBit()) bits.skip(2)
  for (let i = 0; i < 3; i++) slice.loadMaybeRef()
  return parseCut(slice, from, bits.offset, refFrom, slice.ref)
}

const OPCODE_BITS = 32

function opcodeOf({ bits }: BagSlice): number | undefined {
  return bits.remaining < OPCODE_BITS ? undefined : bits.loadInt(OPCODE_BITS)
}

function opcodeOfCell(bag: CellBag, cell: number): number | undefined {
  if (bag.isExotic(cell) || bag.bitLength(cell) < OPCODE_BITS) return undefined
  return bag.source.readInt32BE(bag.dataStart(cell))
}

type AddressBits = { readonly from: number; readonly to: number }

/**
 * Returns the hash of an external message in normal form (compatibility-v3 §4.6), which does not depend on the wallet
 * software: no source, no import fee, no StateInit, the body in a reference.
 */
function normalizedHash(slice: BagSlice, { from, to }: AddressBits, body: Buffer, depth: number): Buffer {
  const { bag, cell } = slice
  // ext_in_msg_info$10 addr_none$00, the address, import_fee 0000, no init 0, body in a reference 1.
  const bitLength = 4 + (to - from) + 6
  const bytes = (bitLength + 7) >> 3
  const text = Buffer.alloc(2 + bytes + 2 + HASH_BYTES)
  text[0] = 1
  text[1] = bytes + (bitLength >> 3)
  const put = (bit: number) => {
    const at = 2 + (bit >> 3)
    text[at] = (text[at] as number) | (0x80 >> (bit & 7))
  }
  put(0)
  const start = bag.dataStart(cell) * 8
  for (let i = 0; i < to - from; i++) {
    const bit = start + from + i
    if (((bag.source[bit >> 3] as number) >> (7 - (bit & 7))) & 1) put(4 + i)
  }
  put(bitLength - 1)
  if (bitLength & 7) put(bitLength)
  text.writeUInt16BE(depth, 2 + bytes)
  body.copy(text, 2 + bytes + 2)
  return digest('sha256', text, 'buffer')
}

/** Returns the depth of the body's cell; for an inline body, that of the rest of the message's cell. */
function bodyDepth({ bag, cell, ref }: BagSlice, body: number | undefined): number {
  if (body !== undefined) return bag.depth(body)
  let depth = 0
  for (let i = ref; i < bag.refCount(cell); i++) depth = Math.max(depth, bag.depth(bag.ref(cell, i)) + 1)
  return depth
}
