import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import type { StdAddress } from '../../../store/facts.ts'
import { findTopAccounts, loadAccounts } from '../../../store/queries/accounts.ts'
import { storedPart } from '../../../store/queries/cellParts.ts'
import type { AccountRecord } from '../../../store/queries/records.ts'
import type { Need } from '../reading.ts'
import { accountData, accountStateJson, walletStateJson } from '../render/accountJson.ts'
import { addressBookJson, addressBookRows, bookRow } from '../render/addressBook.ts'
import type { ContractName } from '../render/contractNames.ts'
import { written } from '../render/jsonWriter.ts'
import { addressText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { currentSince, isWhole, knownHistory, NOTHING, unlessMissing } from './knowing.ts'
import { hashList, stdAddress, stdAddresses } from './values.ts'

/** v3-contract §6.10. */
const MOST_ACCOUNTS = 1000
const NO_CODE: ContractName = { methods: undefined, interfaces: [] }

export function readAccountStates(values: V3Values<'accountStates'>, context: ReadContext): Outcome {
  const { address, code_hash, include_boc } = values
  const codes = hashList(code_hash)
  const addresses = stdAddresses(address)
  return unlessMissing(context, stateNeeds(context, addresses, include_boc), () => {
    const known = loadAccounts(context.reader, addresses)
    if (isOutdated(context, addresses, known)) return NOTHING
    const accounts = known
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
  })
}

export function readWalletStates({ address }: V3Values<'walletStates'>, context: ReadContext): Outcome {
  const addresses = stdAddresses(address)
  return unlessMissing(context, stateNeeds(context, addresses, true), () => {
    const accounts = loadAccounts(context.reader, addresses)
    if (isOutdated(context, addresses, accounts)) return NOTHING
    return found({
      wallets: accounts.map((account) => walletStateJson(account, dataOf(account, context))),
      ...bookOf(accounts, context),
    })
  })
}

/** Accounts of which nothing is known, or only an older state, or not the parts that are asked for. */
function stateNeeds(context: ReadContext, addresses: readonly StdAddress[], withData: boolean): Need[] {
  const known = new Map(
    loadAccounts(context.reader, addresses).map((account) => [account.address.toString('latin1'), account]),
  )
  const since = currentSince(context)
  const isKnown = (address: StdAddress) => {
    const account = known.get(address.toString('latin1'))
    if (account === undefined) return isWhole(context) || knownHistory(context, address).isAbsent
    const isCurrent =
      context.options.offline || isWhole(context) || (since !== undefined && account.utime >= since)
    // A block shows of an account only what it changed.
    const hasCode = account.codeHash === undefined || account.code !== undefined
    const hasData = !withData || account.status !== 'active' || account.cell !== undefined
    return isCurrent && hasCode && hasData
  }
  return addresses.filter((address) => !isKnown(address)).map((account) => ({ kind: 'state', account }))
}

/**
 * Whether the index knows something of accounts that the network no longer has: an older state, or transactions. How
 * and when they ended is not known then.
 */
function isOutdated(
  context: ReadContext,
  addresses: readonly StdAddress[],
  accounts: readonly AccountRecord[],
): boolean {
  if (isWhole(context)) return false
  const ended = new Set(
    accounts.filter(({ status }) => status === 'nonexist').map(({ address }) => address.toString('latin1')),
  )
  const existing = new Set(accounts.map(({ address }) => address.toString('latin1')))
  return addresses.some((address) => {
    const key = address.toString('latin1')
    const { isAbsent, newestLt } = knownHistory(context, address)
    return isAbsent && !ended.has(key) && (existing.has(key) || newestLt !== undefined)
  })
}

/** The keys are the texts that were given; what is no address has a row too (v3-contract §6.12). */
export function readAddressBook({ address: texts }: V3Values<'addressBook'>, context: ReadContext): Outcome {
  const parsed = texts.map((text) => {
    const address = parseAddress(text)
    return { text, address: address && stdAddress(address) }
  })
  const addresses = parsed.flatMap(({ address }) => address ?? [])
  const none = { user_friendly: null, domain: null, interfaces: [] }
  return unlessMissing(context, stateNeeds(context, addresses, false), () => {
    const rows = addressBookRows(context, addresses)
    return found(
      Object.fromEntries(
        parsed.map(({ text, address }) => {
          const row = address && rows.get(addressText(address))
          return [text, row ? written(bookRow, row, undefined) : none]
        }),
      ),
    )
  })
}

/** The largest balances are known where all are. */
export function readTopAccounts(values: V3Values<'topAccountsByBalance'>, context: ReadContext): Outcome {
  if (!isWhole(context)) return NOTHING
  return found(
    findTopAccounts(context.reader, values).map(({ address, balance }) => ({
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
