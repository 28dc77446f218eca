import type { Cell } from '@ton/core'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { AccountStateJson, WalletStateJson } from '#shared/schema/v3/accounts.ts'
import { PROOF_BOC, serializeBoc } from '../../../chain/cells/serializeBoc.ts'
import { openAccount } from '../../../chain/state/account.ts'
import { extraCurrencyAmounts } from '../../../chain/state/currencies.ts'
import { readWalletStorage } from '../../../contracts/walletStorage.ts'
import { readAccountCell } from '../../../store/accountCell.ts'
import type { AccountRecord } from '../../../store/queries/records.ts'
import type { ContractName } from './contractNames.ts'
import { addressText, bocText, hashText } from './scalars.ts'

/** Maximum depth of data; deeper data is omitted (compatibility-v3 §6.1). */
const MAX_DATA_DEPTH = 12

/** Returns the data of an account whose whole cell is known. */
export function accountData(
  account: AccountRecord,
  codeOf: (hash: Buffer) => Buffer | undefined,
): Cell | undefined {
  const { cell, hash, status } = account
  if (cell === undefined || status !== 'active') return undefined
  const whole = readAccountCell({ hash, accountCell: cell }, codeOf)
  const state = whole && openAccount(whole)?.storage.state
  return state?.type === 'active' ? state.init.data : undefined
}

/**
 * compatibility-v3 §6.1.
 * @param data its data, if code and data are requested
 */
export function accountStateJson(
  account: AccountRecord,
  contract: ContractName,
  contents: { readonly data: Cell | undefined } | undefined,
): AccountStateJson {
  const { frozenHash, dataHash, codeHash, code } = account
  const data = contents?.data
  return {
    address: addressText(account.address),
    account_state_hash: hashText(account.hash),
    balance: account.balance.toString(),
    extra_currencies: extraCurrencyAmounts(account.extra),
    status: account.status,
    ...(frozenHash && { frozen_hash: hashText(frozenHash) }),
    ...(dataHash && { data_hash: hashText(dataHash) }),
    ...(codeHash && { code_hash: hashText(codeHash) }),
    last_transaction_hash: hashText(account.lastTransHash),
    last_transaction_lt: account.lastTransLt.toString(),
    ...(data && data.depth() <= MAX_DATA_DEPTH && { data_boc: bocText(serializeBoc(data, PROOF_BOC)) }),
    ...(contents && code && { code_boc: bocText(code) }),
    contract_methods: contract.methods ? [...contract.methods] : null,
    interfaces: contract.interfaces && [...contract.interfaces],
  }
}

/** compatibility-v3 §6.2: numbers are unsigned. */
export function walletStateJson(account: AccountRecord, data: Cell | undefined): WalletStateJson {
  const codeHash = account.codeHash && hashText(account.codeHash)
  const isWallet = codeHash !== undefined && CONTRACTS.wallets.has(codeHash)
  const wallet = isWallet && data ? readWalletStorage(codeHash, data) : undefined
  const extra = extraCurrencyAmounts(account.extra)
  return {
    address: addressText(account.address),
    is_wallet: isWallet,
    balance: account.balance.toString(),
    ...(Object.keys(extra).length > 0 && { extra_currencies: extra }),
    status: account.status,
    ...(codeHash && { code_hash: codeHash }),
    ...(isWallet && { wallet_type: CONTRACTS.wallets.get(codeHash)?.type }),
    ...(wallet && { seqno: wallet.seqno >>> 0 }),
    ...(wallet?.walletId !== undefined && { wallet_id: wallet.walletId >>> 0 }),
    ...(wallet?.isSignatureAllowed !== undefined && { is_signature_allowed: wallet.isSignatureAllowed }),
    last_transaction_hash: hashText(account.lastTransHash),
    last_transaction_lt: account.lastTransLt.toString(),
  }
}
