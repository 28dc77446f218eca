import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { AddressBookJson, AddressBookRowJson } from '#shared/schema/v3/common.ts'
import { friendlyAddressBytes } from '#shared/ton/address.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { loadCode } from '../../../store/queries/cellParts.ts'
import { loadDomains } from '../../../store/queries/dnsRecords.ts'
import type { MessageRecord, TransactionRecord } from '../../../store/queries/records.ts'
import type { ReadContext } from '../read/context.ts'
import { namedAccounts } from '../read/details.ts'
import {
  anyJson,
  byName,
  type DeferredJson,
  deferred,
  field,
  list,
  nullable,
  object,
  text,
  type Writer,
} from './jsonWriter.ts'
import { addressText } from './scalars.ts'

/** Returns the accounts of transactions, and the senders and receivers of their messages (compatibility-v3 §5.5). */
export function transactionParties(transactions: readonly TransactionRecord[]): StdAddress[] {
  const parties: StdAddress[] = []
  for (const { account, inMsg, outMsgs } of transactions) {
    parties.push(account)
    if (inMsg?.source) parties.push(inMsg.source)
    for (const { destination } of outMsgs) if (destination) parties.push(destination)
  }
  return parties
}

export function messageParties(messages: readonly MessageRecord[]): StdAddress[] {
  return messages.flatMap(({ source, destination }) => [source ?? [], destination ?? []].flat())
}

/** An account's row in an address book. */
export type BookRow = {
  readonly address: StdAddress
  /** False for a wallet, or a contract that does not exist yet: coins sent to these must not bounce. */
  readonly bounceable: boolean
  readonly testOnly: boolean
  readonly interfaces: readonly string[] | null
  /** Its shortest domain. */
  readonly domain: string | undefined
}

const friendly: Writer<BookRow, string> = (buffer, { address, bounceable, testOnly }) =>
  buffer.base64url(
    friendlyAddressBytes(
      { workchain: address.readInt8(0), hash: address.subarray(1) },
      { bounceable, testOnly },
    ),
  )

/** compatibility-v3 §4.8. */
export const bookRow = object<BookRow, AddressBookRowJson>({
  user_friendly: field(friendly, (row) => row),
  domain: nullable(text(), ({ domain }) => domain),
  interfaces: nullable(list(text()), ({ interfaces }) => interfaces ?? undefined),
})

/** The row of a text that is not an address, such as addr_none. */
const NO_ADDRESS: AddressBookRowJson = { user_friendly: 'addr_none', domain: null, interfaces: [] }
type Entry = readonly [text: string, row: BookRow | undefined]
const bookEntry: Writer<Entry, AddressBookRowJson> = (buffer, [, row], context) => {
  if (row === undefined) anyJson(buffer, NO_ADDRESS, context)
  else bookRow(buffer, row, context)
}
const BOOK = byName(([text]: Entry) => text, bookEntry)
const NOTHING: AddressBookJson = {}
/** Rows of an account without code, and of an address whose state is unknown (compatibility-v3 §4.8). */
const NO_CODE = { bounceable: false, interfaces: null }
const NO_STATE = { bounceable: false, interfaces: [] }

/**
 * Returns the rows of the address book by raw address, in its order (compatibility-v3 §4.8); empty if the client
 * declines it. Omits accounts if the index does not know whether they have code.
 * @param texts that rows have in place of addresses
 */
export function addressBookJson(
  context: ReadContext,
  addresses: readonly StdAddress[],
  texts: readonly string[] = [],
): AddressBookJson | DeferredJson<AddressBookJson> {
  if (!context.options.addressBook) return NOTHING
  const named = namedAccounts(context, addresses)
  const others = [...new Set(texts)].map((text): Entry => [text, undefined])
  const rows = [...others, ...addressBookRows(context, named)].sort(([a], [b]) => (a < b ? -1 : 1))
  return deferred(BOOK, rows, undefined)
}

/** Adds a row for each of `addresses`, by its raw text. */
export function addressBookRows(
  { reader, contracts, codes: accountCodes, options }: ReadContext,
  addresses: readonly StdAddress[],
): ReadonlyMap<string, BookRow> {
  const byText = new Map<string, StdAddress>()
  // Most addresses occur several times as one object.
  for (const address of new Set(addresses)) byText.set(addressText(address), address)
  const codes = new Map(
    accountCodes.load([...byText.values()]).map(({ address, codeHash }) => [address, codeHash]),
  )
  /** Names by code: a few codes have most of the accounts. */
  const ofCode = (codeHash: Buffer) => ({
    bounceable: !CONTRACTS.wallets.has(codeHash.toString('base64')),
    interfaces: contracts.of(codeHash, () => loadCode(reader, codeHash)).interfaces,
  })
  const met = new Map<Buffer, ReturnType<typeof ofCode>>()
  const domains = loadDomains(reader, [...codes.keys()])
  const rows = new Map<string, BookRow>()
  for (const [text, address] of byText) {
    const codeHash = codes.get(address)
    const uncoded = codes.has(address) ? NO_CODE : NO_STATE
    const known = codeHash === undefined ? uncoded : (met.get(codeHash) ?? ofCode(codeHash))
    if (codeHash !== undefined) met.set(codeHash, known)
    const { bounceable, interfaces } = known
    const domain = domains.get(address)
    rows.set(text, { address, bounceable, testOnly: options.testOnly, interfaces, domain })
  }
  return rows
}
