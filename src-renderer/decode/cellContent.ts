import { formatFriendlyAddress, type TonAddress } from '#shared/ton/address.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { loadStdAddress } from '#shared/ton/cells/loadStdAddress.ts'

/** The least of an `addr_std`; an anycast prefix adds to it. */
const ADDRESS_BITS = 267
const STD_TAG = 0b10
const MAX_TEXT_BYTES = 4_096

/** The content of a slice, if it can be recognized. */
export type CellContent =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'no address' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'other' }

/**
 * Returns the bytes of a chain of cells, each the first reference of the previous one (TEP-64's snake format).
 */
function snakeBytes(cell: Cell): number[] | undefined {
  const bytes: number[] = []
  for (let at: Cell | undefined = cell; at; at = at.refs[0]) {
    if (at.bits % 8 !== 0 || at.refs.length > 1 || at.exotic !== undefined) return undefined
    if (bytes.length + at.data.length > MAX_TEXT_BYTES) return undefined
    bytes.push(...at.data)
  }
  return bytes
}

function printable(bytes: readonly number[]): string | undefined {
  if (bytes.length < 3) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    return /^[\P{C}\n\r\t]+$/u.test(text) ? text : undefined
  } catch {
    // Not UTF-8.
    return undefined
  }
}

/**
 * Returns text in snake format, also after TEP-64's prefixes 0x01 (off-chain content) and 0x00 (snake value).
 */
function textOf(cell: Cell): string | undefined {
  const bytes = snakeBytes(cell)
  const [first] = bytes ?? []
  if (!bytes) return undefined
  return printable(first === 0 || first === 1 ? bytes.slice(1) : bytes)
}

/** Returns the account of a cell that has one `addr_std` and nothing else. */
function wholeAddress(cell: Cell): TonAddress | undefined {
  if (cell.refs.length > 0 || cell.bits < ADDRESS_BITS) return undefined
  const reader = new CellReader(cell)
  if (reader.loadUint(2) !== STD_TAG) return undefined
  try {
    const address = loadStdAddress(reader)
    return reader.remainingBits === 0 ? address : undefined
  } catch (error) {
    if (error instanceof CellUnderflowError) return undefined
    throw error
  }
}

/** Recognizes the content of a whole cell: an account's address, text, nothing, or anything else. */
export function cellContent(cell: Cell): CellContent {
  if (cell.exotic !== undefined) return { kind: 'other' }
  if (cell.bits === 0 && cell.refs.length === 0) return { kind: 'empty' }
  if (cell.refs.length === 0 && cell.bits === 2 && (cell.data[0] ?? 0) >> 6 === 0)
    return { kind: 'no address' }
  const address = wholeAddress(cell)
  if (address) return { kind: 'address', address: formatFriendlyAddress(address) }
  const text = textOf(cell)
  return text === undefined ? { kind: 'other' } : { kind: 'text', text }
}
