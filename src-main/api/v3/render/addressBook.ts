import type { AddressBookJson, AddressBookRowJson } from '#shared/schema/v3/common.ts'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { WALLETS } from '../../../contracts/walletCodes.ts'
import type { StdAddress } from '../../../store/facts.ts'
import { loadAccountCodes } from '../../../store/queries/accounts.ts'
import { loadCode } from '../../../store/queries/cellParts.ts'
import type { MessageRecord, TransactionRecord } from '../../../store/queries/records.ts'
import type { ReadContext } from '../read/context.ts'
import { addressText } from './scalars.ts'

/** The accounts of transactions, who sent their messages, and who is to get what they sent (v3-contract §6.5). */
export function transactionParties(transactions: readonly TransactionRecord[]): StdAddress[] {
  return transactions.flatMap(({ account, inMsg, outMsgs }) => [
    account,
    ...(inMsg?.source ? [inMsg.source] : []),
    ...outMsgs.flatMap(({ destination }) => destination ?? []),
  ])
}

export function messageParties(messages: readonly MessageRecord[]): StdAddress[] {
  return messages.flatMap(({ source, destination }) => [source ?? [], destination ?? []].flat())
}

/** Rows of the address book by raw address, in its order (v3-contract §5.8); empty where nobody wants it. */
export function addressBookJson(context: ReadContext, addresses: readonly StdAddress[]): AddressBookJson {
  if (!context.options.addressBook) return {}
  const unique = new Map(addresses.map((address) => [addressText(address), address]))
  const rows = addressBookRows(context, [...unique.values()])
  return Object.fromEntries(
    [...unique]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([text, address]) => [text, rows.get(address.toString('latin1')) as AddressBookRowJson]),
  )
}

/** A row for each of `addresses`, by its bytes in latin1. */
export function addressBookRows(
  { reader, contracts, options }: ReadContext,
  addresses: readonly StdAddress[],
): ReadonlyMap<string, AddressBookRowJson> {
  const codes = new Map(
    loadAccountCodes(reader, addresses).map(({ address, codeHash }) => [
      address.toString('latin1'),
      codeHash,
    ]),
  )
  return new Map(
    addresses.map((address) => {
      const key = address.toString('latin1')
      const codeHash = codes.get(key)
      const interfaces = codeHash ? contracts.of(codeHash, () => loadCode(reader, codeHash)).interfaces : []
      const isContract = codeHash !== undefined && !WALLETS.has(codeHash.toString('base64'))
      return [
        key,
        {
          user_friendly: friendlyText(address, isContract, options.testOnly),
          domain: null,
          interfaces: interfaces && [...interfaces],
        },
      ]
    }),
  )
}

/** Coins for a contract that does not exist yet, or for a wallet, shall not come back. */
function friendlyText(address: StdAddress, bounceable: boolean, testOnly: boolean): string {
  return formatFriendlyAddress(
    { workchain: address.readInt8(0), hash: address.subarray(1) },
    { bounceable, testOnly },
  )
}
