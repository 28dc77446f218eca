import { ApiError, StageError } from '#shared/apiError.ts'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import {
  type AnyOperation,
  type V2Name,
  type V2Result,
  type V2Values,
  v2Operations,
} from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import { ZERO_HASH_BASE64 } from '#shared/ton/hash.ts'
import { CoverageError } from '../../indexer/indexer.ts'
import {
  LiteConnectionError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
  ProvingError,
  UnprovedRefusalError,
} from '../../liteserver/errors.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { LegacyName, V3Context, V3Handler } from './context.ts'
import { bocWithoutChecksum } from './render/scalars.ts'
import { stackEntity, standardParameter } from './stackForms.ts'

/** Operations of v2 in the forms of v3: compatibility-v3 §13. */

const UNANSWERED = [
  CoverageError,
  LiteConnectionError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
  ProvingError,
  UnprovedRefusalError,
]

/** Calls v2 as a POST request would; fields are refused with v2's own texts. */
async function askV2<Name extends V2Name>(
  name: Name,
  fields: { readonly [field: string]: JsonValue | undefined },
  { v2, options }: V3Context,
): Promise<V2Result<Name>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const operation: AnyOperation = v2Operations[name]
  const values = readBody(operation, Object.fromEntries(given) as { [field: string]: JsonValue })
  return await v2.call(name, values as V2Values<Name>, { signal: options.signal }).result
}

/** The network's answer about an account, and whether the account exists now. */
type LiveAnswer<T> = { readonly answer: T; readonly exists: boolean }

/**
 * Returns the index's answer about an account, or the network's if the index lacks the account. The network does not
 * tell how an account ended: the index's refusal stands if the account does not exist.
 */
async function indexedOrLive<T>(
  { index }: V3Context,
  read: () => Promise<T | undefined>,
  askNetwork: () => Promise<LiveAnswer<T>>,
): Promise<T> {
  let refusal: CoverageError | undefined
  try {
    const answer = await read()
    if (answer !== undefined) return answer
  } catch (error) {
    if (error instanceof CoverageError) refusal = error
    else if (!(error instanceof StoreError)) throw error
  }
  if (refusal && index === 'alone') throw refusal
  const { answer, exists } = await askNetwork()
  if (refusal && index === 'connected' && !exists) throw refusal
  return answer
}

type AddressInformation = V3Result<'addressInformation'>
type WalletInformation = V3Result<'walletInformation'>

const MISSING_ACCOUNT = {
  balance: '0',
  last_transaction_lt: '0',
  last_transaction_hash: ZERO_HASH_BASE64,
  status: 'uninit',
}

/** v2 has a longer name for it. */
function v3Status(status: string): string {
  return status === 'uninitialized' ? 'uninit' : status
}

/** Returns v2's answer about an account; refusals of v2 are 500 here, with its text. */
async function askAccount<Name extends 'getAddressInformation' | 'getWalletInformation'>(
  name: Name,
  address: AccountAddress,
  { v2, options }: V3Context,
): Promise<V2Result<Name>> {
  const values = { address, seqno: undefined } as V2Values<Name>
  return asServerFault(v2.call(name, values, { signal: options.signal }).result)
}

/** Rejects with status 500, as toncenter does, unless no liteserver gives a true answer: that keeps its status. */
async function asServerFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (UNANSWERED.some((type) => error instanceof type)) throw error
    throw new StageError({ status: 500 }, error)
  }
}

export const addressInformation: V3Handler<'addressInformation'> = async ({ address, use_v2 }, context) => {
  if (use_v2) {
    const {
      balance,
      code,
      data,
      last_transaction_id: last,
      frozen_hash,
      state,
    } = await askAccount('getAddressInformation', address, context)
    return {
      balance,
      code,
      data,
      last_transaction_lt: last.lt,
      last_transaction_hash: last.hash,
      frozen_hash,
      status: state,
    }
  }
  return indexedOrLive(
    context,
    () => indexedAddress(address, context),
    () => liveAddress(address, context),
  )
}

/**
 * Returns the index's answer about an account; undefined if it omits the data for being too deep.
 */
async function indexedAddress(
  address: AccountAddress,
  context: V3Context,
): Promise<AddressInformation | undefined> {
  const answer = await context.read('accountStates', {
    address: [address],
    code_hash: undefined,
    include_boc: true,
  })
  const [account] = answer.accounts
  if (!account) return { ...MISSING_ACCOUNT, code: null, data: null, frozen_hash: null }
  if (account.data_hash !== undefined && account.data_boc === undefined) return undefined
  return {
    balance: account.balance,
    code: account.code_boc ?? null,
    data: account.data_boc ?? null,
    last_transaction_lt: account.last_transaction_lt,
    last_transaction_hash: account.last_transaction_hash,
    frozen_hash: null,
    status: account.status,
  }
}

async function liveAddress(
  address: AccountAddress,
  context: V3Context,
): Promise<LiveAnswer<AddressInformation>> {
  const {
    balance,
    code,
    data,
    last_transaction_id: last,
    state,
  } = await askAccount('getAddressInformation', address, context)
  const answer = {
    balance,
    code: code === '' ? null : bocWithoutChecksum(code),
    data: data === '' ? null : bocWithoutChecksum(data),
    last_transaction_lt: last.lt,
    last_transaction_hash: last.hash,
    frozen_hash: null,
    status: v3Status(state),
  }
  return { answer, exists: exists(last, balance) }
}

/** Returns whether v2's answer is about an account with a state: others have neither coins nor a transaction. */
function exists({ lt }: { readonly lt: string }, balance: string): boolean {
  return lt !== '0' || BigInt(balance) > 0n
}

function notAWallet(): ApiError {
  return new ApiError(409, 'not a wallet')
}

const walletInformation: V3Handler<'walletInformation'> = async ({ address, use_v2 }, context) => {
  if (use_v2) return (await liveWallet(address, true, context)).answer
  return indexedOrLive(
    context,
    () => indexedWallet(address, context),
    () => liveWallet(address, false, context),
  )
}

async function liveWallet(
  address: AccountAddress,
  use_v2: boolean,
  context: V3Context,
): Promise<LiveAnswer<WalletInformation>> {
  const found = await askAccount('getWalletInformation', address, context)
  const { wallet, balance, account_state: state, last_transaction_id: last } = found
  if (!wallet && state !== 'uninitialized') throw notAWallet()
  const answer = {
    balance,
    ...(found.wallet_type !== undefined && { wallet_type: found.wallet_type }),
    ...(found.seqno !== undefined && { seqno: found.seqno }),
    ...(found.wallet_id !== undefined && { wallet_id: use_v2 ? found.wallet_id : found.wallet_id >>> 0 }),
    last_transaction_lt: last.lt,
    last_transaction_hash: last.hash,
    status: use_v2 ? state : v3Status(state),
  }
  return { answer, exists: exists(last, balance) }
}

async function indexedWallet(address: AccountAddress, context: V3Context): Promise<WalletInformation> {
  const answer = await context.read('walletStates', { address: [address] })
  const [wallet] = answer.wallets
  if (!wallet) return MISSING_ACCOUNT
  const { status = 'uninit', balance = '0', wallet_type, seqno, wallet_id } = wallet
  if (!wallet.is_wallet && status !== 'uninit') throw notAWallet()
  return {
    balance,
    ...(wallet_type !== undefined && { wallet_type }),
    ...(seqno !== undefined && { seqno }),
    ...(wallet_id !== undefined && { wallet_id }),
    last_transaction_lt: wallet.last_transaction_lt,
    last_transaction_hash: wallet.last_transaction_hash,
    status,
  }
}

const message: V3Handler<'message'> = async ({ boc }, context) => {
  const { hash, hash_norm } = await askV2('sendBocReturnHash', { boc }, context)
  return { message_hash: hash, message_hash_norm: hash_norm }
}

const estimateFee: V3Handler<'estimateFee'> = async (fields, context) => {
  const { source_fees, destination_fees } = await askV2('estimateFee', fields, context)
  const { in_fwd_fee, storage_fee, gas_fee, fwd_fee } = source_fees
  return { source_fees: { in_fwd_fee, storage_fee, gas_fee, fwd_fee }, destination_fees }
}

const runGetMethod: V3Handler<'runGetMethod'> = async ({ address, method, stack }, context) => {
  const parameters = stack.map(standardParameter)
  const {
    gas_used,
    exit_code,
    stack: results,
  } = await asServerFault(askV2('runGetMethodStd', { address, method, stack: parameters }, context))
  return { gas_used, exit_code, stack: results.map(stackEntity) }
}

export type LegacyHandlers = { readonly [Name in LegacyName]: V3Handler<Name> }

/** Handlers by operation. */
export const legacyHandlers: LegacyHandlers = {
  addressInformation,
  walletInformation,
  message,
  estimateFee,
  runGetMethod,
}
