import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findTopAccounts, loadAccounts } from '../../../store/queries/accounts.ts'
import { storedPart } from '../../../store/queries/cellParts.ts'
import type { AccountRecord } from '../../../store/queries/records.ts'
import type { MissingData } from '../reading.ts'
import { accountData, accountStateJson, walletStateJson } from '../render/accountJson.ts'
import { addressBookJson, addressBookRows, bookRow } from '../render/addressBook.ts'
import type { ContractName } from '../render/contractNames.ts'
import { deferred } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { addressText } from '../render/scalars.ts'
import {
  currentSince,
  ifComplete,
  isFullyIndexed,
  isSearchable,
  knownHistory,
  UNKNOWN,
} from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { hashList, stdAddress, stdAddresses } from './values.ts'

/** compatibility-v3 §6.1. */
const MOST_ACCOUNTS = 1000
const NO_CODE: ContractName = { methods: undefined, interfaces: [] }

export function readAccountStates(values: V3Values<'accountStates'>, context: ReadContext): Outcome {
  const { address, code_hash, include_boc } = values
  const codes = hashList(code_hash)
  const addresses = stdAddresses(address)
  return ifComplete(context, stateNeeds(context, addresses, include_boc), () => {
    const known = loadAccounts(context.reader, addresses)
    if (isOutdated(context, addresses, known)) return UNKNOWN
    const accounts = known
      .filter(({ codeHash }) => codes.length === 0 || codes.some((code) => codeHash?.equals(code)))
      .slice(0, MOST_ACCOUNTS)
    const body = {
      accounts: accounts.map((account) =>
        accountStateJson(
          account,
          contractOf(account, context),
          include_boc ? { data: dataOf(account, context) } : undefined,
        ),
      ),
      ...bookOf(accounts, context),
    }
    return found(body, absenceText(context, addresses))
  })
}

export function readWalletStates({ address }: V3Values<'walletStates'>, context: ReadContext): Outcome {
  const addresses = stdAddresses(address)
  return ifComplete(context, stateNeeds(context, addresses, true), () => {
    const accounts = loadAccounts(context.reader, addresses)
    if (isOutdated(context, addresses, accounts)) return UNKNOWN
    const body = {
      wallets: accounts.map((account) => walletStateJson(account, dataOf(account, context))),
      ...bookOf(accounts, context),
    }
    return found(body, absenceText(context, addresses))
  })
}

/** Returns accounts that are unknown, or of which the index has only an older state or not the requested parts. */
function stateNeeds(
  context: ReadContext,
  addresses: readonly StdAddress[],
  withData: boolean,
): MissingData[] {
  const known = new Map(
    loadAccounts(context.reader, addresses).map((account) => [account.address.toString('latin1'), account]),
  )
  return addresses.flatMap((address): MissingData[] => {
    const account = known.get(address.toString('latin1'))
    if (account ? isShown(context, account, withData) : isFullyIndexed(context)) return []
    const { absentAt, isComplete } = knownHistory(context, address)
    if (absentAt === undefined) return [{ kind: 'state', account: address }]
    // Only the blocks show whether an account without a state ever had a transaction: it then has a row.
    return isComplete || !isSearchable(context) ? [] : [{ kind: 'history', account: address, count: 1 }]
  })
}

/** Returns whether a row is current and has the requested parts. */
function isShown(context: ReadContext, account: AccountRecord, withData: boolean): boolean {
  // A block shows only the changed parts of an account.
  const hasCode = account.codeHash === undefined || account.code !== undefined
  const hasData = !withData || account.status !== 'active' || account.cell !== undefined
  return isCurrent(context, account) && hasCode && hasData
}

function isCurrent(context: ReadContext, { utime }: AccountRecord): boolean {
  const since = currentSince(context)
  return isFullyIndexed(context) || (since !== undefined && utime >= since)
}

/**
 * Returns accounts that do not exist on the network, and of which the index does not know whether they had
 * transactions.
 */
function unsearchedAccounts(context: ReadContext, addresses: readonly StdAddress[]): StdAddress[] {
  if (isFullyIndexed(context)) return []
  return addresses.filter((address) => {
    const { absentAt, isComplete } = knownHistory(context, address)
    return absentAt !== undefined && !isComplete
  })
}

/**
 * Returns whether the index has an older state or transactions of accounts that no longer exist on the network. How and
 * when they ended is then unknown.
 */
function isOutdated(
  context: ReadContext,
  addresses: readonly StdAddress[],
  accounts: readonly AccountRecord[],
): boolean {
  const rows = new Map(accounts.map((account) => [account.address.toString('latin1'), account]))
  return unsearchedAccounts(context, addresses).some((address) => {
    const row = rows.get(address.toString('latin1'))
    if (row === undefined) return knownHistory(context, address).newestLt !== undefined
    return row.status !== 'nonexist' || !isCurrent(context, row)
  })
}

/** Maximum number of accounts that a header names; further ones are counted. */
const MAX_NAMED = 8

/**
 * Returns the value of X-Index-Coverage for accounts without a row: `account 0:83DF… without a state at seqno 4800`,
 * several by comma.
 */
function absenceText(context: ReadContext, addresses: readonly StdAddress[]): string | undefined {
  const rows = new Set(context.codes.load(addresses).map(({ address }) => address.toString('latin1')))
  const absent = unsearchedAccounts(context, addresses).filter(
    (address) => !rows.has(address.toString('latin1')),
  )
  if (absent.length === 0) return undefined
  const named = absent
    .slice(0, MAX_NAMED)
    .map(
      (address) =>
        `account ${addressText(address)} without a state at seqno ${knownHistory(context, address).absentAt}`,
    )
  return [...named, ...(absent.length > MAX_NAMED ? [`${absent.length - MAX_NAMED} others`] : [])].join()
}

/** The keys are the given texts; a text that is not an address has a row too (compatibility-v3 §6.3). */
export function readAddressBook({ address: texts }: V3Values<'addressBook'>, context: ReadContext): Outcome {
  const parsed = texts.map((text) => {
    const address = parseAddress(text)
    return { text, address: address && stdAddress(address) }
  })
  const addresses = parsed.flatMap(({ address }) => address ?? [])
  const none = { user_friendly: null, domain: null, interfaces: [] }
  return ifComplete(context, stateNeeds(context, addresses, false), () => {
    const rows = addressBookRows(context, addresses)
    const body = Object.fromEntries(
      parsed.map(({ text, address }) => {
        const row = address && rows.get(addressText(address))
        return [text, row ? deferred(bookRow, row, undefined) : none]
      }),
    )
    return found(body, absenceText(context, addresses))
  })
}

/** The largest balances are known if all balances are. */
export function readTopAccounts(values: V3Values<'topAccountsByBalance'>, context: ReadContext): Outcome {
  if (!isFullyIndexed(context)) return UNKNOWN
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
  return { address_book: addressBookJson(context, addresses), metadata: metadataJson(context, addresses) }
}
