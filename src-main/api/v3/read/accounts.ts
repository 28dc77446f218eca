import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { findTopAccounts, loadAccounts } from '../../../store/queries/accounts.ts'
import { storedPart } from '../../../store/queries/cellParts.ts'
import type { AccountRecord } from '../../../store/queries/records.ts'
import { accountData, accountStateJson, walletStateJson } from '../render/accountJson.ts'
import { addressBookJson, addressBookRows } from '../render/addressBook.ts'
import type { ContractName } from '../render/contractNames.ts'
import { addressText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { hashList, stdAddress, stdAddresses } from './values.ts'

/** v3-contract §6.10. */
const MOST_ACCOUNTS = 1000
const NO_CODE: ContractName = { methods: undefined, interfaces: [] }

export function readAccountStates(values: V3Values<'accountStates'>, context: ReadContext): Outcome {
  const { address, code_hash, include_boc } = values
  const codes = hashList(code_hash)
  const accounts = loadAccounts(context.reader, stdAddresses(address))
    .filter(({ codeHash }) => codes.length === 0 || codes.some((code) => codeHash?.equals(code)))
    .slice(0, MOST_ACCOUNTS)
  return found({
    accounts: accounts.map((account) =>
      accountStateJson(
        account,
        contractOf(account, context),
        include_boc ? { data: dataOf(account, context) } : undefined,
      ),
    ),
    ...bookOf(accounts, context),
  })
}

export function readWalletStates({ address }: V3Values<'walletStates'>, context: ReadContext): Outcome {
  const accounts = loadAccounts(context.reader, stdAddresses(address))
  return found({
    wallets: accounts.map((account) => walletStateJson(account, dataOf(account, context))),
    ...bookOf(accounts, context),
  })
}

/** The keys are the texts that were given; what is no address has a row too (v3-contract §6.12). */
export function readAddressBook({ address: texts }: V3Values<'addressBook'>, context: ReadContext): Outcome {
  const parsed = texts.map((text) => {
    const address = parseAddress(text)
    return { text, address: address && stdAddress(address) }
  })
  const rows = addressBookRows(
    context,
    parsed.flatMap(({ address }) => address ?? []),
  )
  const none = { user_friendly: null, domain: null, interfaces: [] }
  return found(
    Object.fromEntries(
      parsed.map(({ text, address }) => [text, (address && rows.get(address.toString('latin1'))) ?? none]),
    ),
  )
}

export function readTopAccounts(values: V3Values<'topAccountsByBalance'>, { reader }: ReadContext): Outcome {
  return found(
    findTopAccounts(reader, values).map(({ address, balance }) => ({
      account: addressText(address),
      balance: balance.toString(),
    })),
  )
}

function contractOf({ codeHash, code }: AccountRecord, { contracts }: ReadContext): ContractName {
  return codeHash ? contracts.of(codeHash, () => code) : NO_CODE
}

function dataOf(account: AccountRecord, { reader }: ReadContext) {
  return accountData(account, (hash) => storedPart(reader, hash))
}

function bookOf(accounts: readonly AccountRecord[], context: ReadContext): object {
  const addresses = accounts.map(({ address }) => address)
  return { address_book: addressBookJson(context, addresses), metadata: {} }
}
