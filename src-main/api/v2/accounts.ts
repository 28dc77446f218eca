import { beginCell } from '@ton/core'
import type { AccountStateJson } from '#shared/schema/v2/accounts.ts'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { type AccountState, readAccount } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import { base64, blockIdExt, bocText, extraCurrencies, tvmCell } from './scalars.ts'
import { isSuspended } from './suspendedAddresses.ts'
import { readTonlibContract } from './tonlibContract.ts'

export const getAddressInformation: V2Handler<'getAddressInformation'> = async (values, context) => {
  const account = await readAccount(values, context)
  const { answer } = account
  const suspended = await context.suspendedAddresses.at(context.session(), answer.block)
  return {
    '@type': 'raw.fullAccountState',
    balance: account.balance.coins.toString(),
    extra_currencies: extraCurrencies(account.balance),
    last_transaction_id: account.lastTransactionId,
    block_id: blockIdExt(answer.block),
    code: account.status === 'active' ? bocText(account.code) : '',
    data: account.status === 'active' ? bocText(account.data) : '',
    frozen_hash: account.frozenHash ? base64(account.frozenHash) : '',
    sync_utime: answer.shardUtime,
    state: account.status,
    suspended: isSuspended(suspended, account.address, answer.shardUtime),
  }
}

/** Returns the storage of a contract that tonlib recognizes, or the raw cells. */
async function accountStateOf(
  account: AccountState,
  context: V2Context,
): Promise<{ readonly state: AccountStateJson; readonly revision: number }> {
  const frozenHash = account.frozenHash ? base64(account.frozenHash) : ''
  if (!account.code) {
    return { state: { '@type': 'uninited.accountState', frozen_hash: frozenHash }, revision: 0 }
  }
  const known = await readTonlibContract(account, context)
  if (known) return known
  const code = bocText(account.code)
  const data = bocText(account.data)
  return { state: { '@type': 'raw.accountState', code, data, frozen_hash: frozenHash }, revision: 0 }
}

export const getExtendedAddressInformation: V2Handler<'getExtendedAddressInformation'> = async (
  values,
  context,
) => {
  const account = await readAccount(values, context)
  const { state, revision } = await accountStateOf(account, context)
  return {
    '@type': 'fullAccountState',
    // The flags of the requested address stay.
    address: { '@type': 'accountAddress', account_address: formatFriendlyAddress(values.address) },
    balance: account.balance.coins.toString(),
    extra_currencies: extraCurrencies(account.balance),
    last_transaction_id: account.lastTransactionId,
    block_id: blockIdExt(account.answer.block),
    sync_utime: account.answer.shardUtime,
    account_state: state,
    revision,
  }
}

export const getAddressBalance: V2Handler<'getAddressBalance'> = async (values, context) => {
  const { balance } = await readAccount(values, context)
  return balance.coins.toString()
}

export const getAddressState: V2Handler<'getAddressState'> = async (values, context) => {
  const { status } = await readAccount(values, context)
  return status
}

export const getShardAccountCell: V2Handler<'getShardAccountCell'> = async (values, context) => {
  const { answer } = await readAccount(values, context)
  // account_none$0 if there is no account.
  const account = answer.account ?? beginCell().storeBit(0).endCell()
  return tvmCell(
    beginCell()
      .storeRef(account)
      .storeBuffer(answer.lastTransHash, 32)
      .storeUint(answer.lastTransLt, 64)
      .endCell(),
  )
}
