import type { AddressBookJson, AddressBookRowJson } from '#shared/schema/v3/common.ts'
import { friendlyAddressBytes } from '#shared/ton/address.ts'
import { WALLETS } from '../../../contracts/walletCodes.ts'
import type { StdAddress } from '../../../store/facts.ts'
import { loadAccountCodes } from '../../../store/queries/accounts.ts'
import { loadCode } from '../../../store/queries/cellParts.ts'
import type { MessageRecord, TransactionRecord } from '../../../store/queries/records.ts'
import type { ReadContext } from '../read/context.ts'
import { addressText } from './scalars.ts'

/** The accounts of transactions, who sent their messages, and who is to get what they sent (v3-contract §6.5). */
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

/** Rows of the address book by raw address, in its order (v3-contract §5.8); empty where nobody wants it. */
export function addressBookJson(context: ReadContext, addresses: readonly StdAddress[]): AddressBookJson {
  if (!context.options.addressBook) return {}
  const rows = addressBookRows(context, addresses)
  const book: Record<string, AddressBookRowJson> = {}
  for (const text of [...rows.keys()].sort()) book[text] = rows.get(text) as AddressBookRowJson
  return book
}

/** A row for each of `addresses`, by its raw text. */
export function addressBookRows(
  { reader, contracts, options }: ReadContext,
  addresses: readonly StdAddress[],
): ReadonlyMap<string, AddressBookRowJson> {
  const byText = new Map<string, StdAddress>()
  // Most occur several times as one object.
  for (const address of new Set(addresses)) byText.set(addressText(address), address)
  const codes = new Map(
    loadAccountCodes(reader, [...byText.values()]).map(({ address, codeHash }) => [address, codeHash]),
  )
  const rows = new Map<string, AddressBookRowJson>()
  for (const [text, address] of byText) {
    const codeHash = codes.get(address)
    const interfaces = codeHash ? contracts.of(codeHash, () => loadCode(reader, codeHash)).interfaces : []
    const isContract = codeHash !== undefined && !WALLETS.has(codeHash.toString('base64'))
    rows.set(text, {
      user_friendly: friendlyText(address, isContract, options.testOnly),
      domain: null,
      interfaces: interfaces && [...interfaces],
    })
  }
  return rows
}

/** Coins for a contract that does not exist yet, or for a wallet, shall not come back. */
function friendlyText(address: StdAddress, bounceable: boolean, testOnly: boolean): string {
  const bytes = friendlyAddressBytes(
    { workchain: address.readInt8(0), hash: address.subarray(1) },
    { bounceable, testOnly },
  )
  return Buffer.from(bytes.buffer).toString('base64url')
}
