import type { Cell, Slice } from '@ton/core'
import { MAX_SNAKE_BYTES, readSnake } from '../../contracts/snake.ts'
import type { TraceMessage } from './trace.ts'

/** Readers of message bodies for actions (docs/actions §8). They throw if the slice is too short. */

const OPCODE_BITS = 32

/** Returns a body's fields after the opcode. */
export function fieldsOf({ body }: TraceMessage): Slice {
  return body.beginParse().skip(OPCODE_BITS)
}

/** Returns the first 32 bits; undefined for a shorter cell. */
export function opcodeIn(cell: Cell | null | undefined): number | undefined {
  if (!cell || cell.isExotic || cell.bits.length < OPCODE_BITS) return undefined
  return cell.beginParse().preloadUint(OPCODE_BITS)
}

/** Reads an address; null for addr_none and for an address outside of TON. */
export function readAddress(slice: Slice): string | null {
  if (slice.preloadUint(2) === ADDR_STD) return readInternalAddress(slice.skip(2))
  const address = slice.loadAddressAny()
  return address && 'workChain' in address ? addressOf(address.workChain, address.hash) : null
}

/** Tag of addr_std (block.tlb). */
const ADDR_STD = 0b10

/**
 * Reads addr_std. Skips anycast_info without applying it, as the reference's classifier does: bodies of another layout
 * seem to have one, of any length.
 */
function readInternalAddress(slice: Slice): string {
  if (slice.loadBit()) slice.skip(slice.loadUint(5))
  return addressOf(slice.loadInt(8), slice.loadBuffer(32))
}

/** Returns the raw form with upper-case digits. */
export function addressOf(workchain: number, hash: Uint8Array): string {
  return `${workchain}:${Buffer.from(hash).toString('hex').toUpperCase()}`
}

/**
 * Reads a payload (Either Cell ^Cell); undefined at the slice's end. An inline payload takes all remaining
 * references.
 */
export function readPayload(slice: Slice): Cell | undefined {
  if (slice.remainingBits === 0) return undefined
  if (slice.loadBit()) return slice.loadRef()
  const rest = slice.asCell()
  slice.skip(slice.remainingBits)
  while (slice.remainingRefs > 0) slice.loadRef()
  return rest
}

/** Returns the payload unless it is empty. */
export function nonEmptyPayload(payload: Cell | undefined): Cell | undefined {
  return payload && (payload.bits.length > 0 || payload.refs.length > 0) ? payload : undefined
}

/** Returns the BOC with CRC32C in base64, as payloads are served; null for undefined. */
export function bocText(cell: Cell | null | undefined): string | null {
  return cell ? cell.toBoc({ idx: false, crc32: true }).toString('base64') : null
}

/** Returns the BOC without CRC32C in base64, as messages of vesting and orders of multisig wallets are served. */
export function bocTextPlain(cell: Cell | null | undefined): string | null {
  return cell ? cell.toBoc({ idx: false, crc32: false }).toString('base64') : null
}

/** The text comment of a message; base64 if it is encrypted. */
export type Comment = { readonly text: string | null; readonly isEncrypted: boolean }

const NO_COMMENT: Comment = { text: null, isEncrypted: false }
const ENCRYPTED = 0x2167da4b

/**
 * Reads the comment in a body or payload: as UTF-8, with invalid bytes as `\xNN` and without NUL characters, or as
 * base64 if it is encrypted.
 */
export function readComment(cell: Cell | undefined): Comment {
  const opcode = opcodeIn(cell)
  if (!cell || (opcode !== 0 && opcode !== ENCRYPTED)) return NO_COMMENT
  const slice = cell.beginParse().skip(OPCODE_BITS)
  if (slice.remainingBits === 0 || !isChain(cell)) return NO_COMMENT
  const bytes = readSnake(slice)
  if (!bytes) return NO_COMMENT
  if (opcode === ENCRYPTED) return { text: bytes.toString('base64'), isEncrypted: true }
  return { text: lenientText(bytes), isEncrypted: false }
}

/** Returns whether no cell of a snake has more than one reference. */
function isChain(cell: Cell): boolean {
  for (let next: Cell | undefined = cell, read = 0; next && read <= MAX_SNAKE_BYTES; next = next.refs[0]) {
    if (next.refs.length > 1) return false
    read += Math.max(1, next.bits.length / 8)
  }
  return true
}

function lenientText(bytes: Buffer): string {
  const plain = bytes.toString('utf8')
  const text = Buffer.from(plain, 'utf8').equals(bytes) ? plain : escapedText(bytes)
  return text.replaceAll('\0', '')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Longest character of UTF-8, bytes. */
const MAX_CHARACTER = 4

function escapedText(bytes: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at)
    parts.push(character?.text ?? `\\x${bytes.subarray(at, at + 1).toString('hex')}`)
    at += character?.bytes ?? 1
  }
  return parts.join('')
}

function characterAt(bytes: Buffer, at: number): { text: string; bytes: number } | undefined {
  for (let length = 1; length <= MAX_CHARACTER && at + length <= bytes.length; length++) {
    try {
      return { text: decoder.decode(bytes.subarray(at, at + length)), bytes: length }
    } catch {
      // An incomplete or invalid character.
    }
  }
  return undefined
}

/** Formats a hash as hexadecimal digits without leading zeros, as numbers of EVAA and LayerZero are served. */
export function shortHex(value: bigint): string {
  return `0x${value.toString(16)}`
}
