import { Address, type Cell, loadStateInit, type Slice } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { HashmapE } from '../chain/hashmap/hashmap.ts'
import { leafCodec } from './firstEntries.ts'
import { readSnake } from './snake.ts'

/** Fields of messages in multisig orders (compatibility-v3 §8.3). */

/** Accounts that an order names, by raw address. */
export type Parties = Map<string, Address>

/** An address as raw text, noted in `parties`; null for addr_none and external ones. */
export function partyText(address: Address | undefined, parties: Parties): string | null {
  if (address === undefined) return null
  const text = `${address.workChain}:${address.hash.toString('hex').toUpperCase()}`
  parties.set(text, address)
  return text
}

function loadAccount(slice: Slice): Address | undefined {
  const address = slice.loadAddressAny()
  return address instanceof Address ? address : undefined
}

export function loadParty(slice: Slice, parties: Parties): string | null {
  return partyText(loadAccount(slice), parties)
}

const MEMBERS = leafCodec('members of a multisig', 8)

/** Members by index: `Hashmap 8 MsgAddressInt`. */
export function addressList(root: Cell, parties: Parties): string[] {
  return [...new HashmapE(MEMBERS, root).entries()].flatMap(({ value }) => loadParty(value, parties) ?? [])
}

export type CarriedMessage = {
  readonly destination: Address | undefined
  /** Nanoton; undefined for a message to the outside. */
  readonly value: bigint | undefined
  readonly body: Cell
}

/** Reads a `MessageRelaxed Any`, which has no source yet. @throws Error for another cell */
export function loadCarriedMessage(cell: Cell): CarriedMessage {
  const slice = cell.beginParse()
  const isInternal = !slice.loadBit()
  if (isInternal) slice.skip(3)
  else if (!slice.loadBit()) throw new Error('an external message to an account cannot be sent')
  loadAccount(slice)
  const destination = loadAccount(slice)
  const value = isInternal ? slice.loadCoins() : undefined
  if (isInternal) {
    slice.loadMaybeRef()
    slice.loadCoins()
    slice.loadCoins()
  }
  slice.skip(64 + 32)
  if (slice.loadBit()) loadStateInit(slice.loadBit() ? slice.loadRef().beginParse() : slice)
  return { destination, value, body: loadEither(slice) }
}

/** `Either X ^X`: what is left of the slice, or a reference. */
export function loadEither(slice: Slice): Cell {
  return slice.loadBit() ? slice.loadRef() : slice.asCell()
}

/** The BOC of a `Maybe ^Cell` in base64. */
export function loadMaybeBoc(slice: Slice): string | null {
  const cell = slice.loadMaybeRef()
  return cell && bocBase64(cell)
}

export function loadAmount(slice: Slice): string {
  return slice.loadCoins().toString()
}

/** The text of the rest of a slice and of the cells behind it; undefined where they hold no whole bytes. */
export function snakeTextOf(slice: Slice): string | undefined {
  return readSnake(slice)?.toString('utf8')
}
