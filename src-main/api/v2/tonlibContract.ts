import { Address, type Cell, type Slice } from '@ton/core'
import type { TonlibKind } from '#shared/contracts/contractDefinition.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { exactNumber } from '#shared/schema/exactNumber.ts'
import type { AccountStateJson } from '#shared/schema/v2/accounts.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { crc16 } from '#shared/ton/crc16.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
import type { MsgAddressInt } from '../../chain/block/msgAddress.ts'
import { PrunedBranchError, TlbError } from '../../chain/tlb.ts'
import {
  type ChannelConfig,
  type ChannelState,
  describeChannelState,
  readPaymentChannel,
} from '../../contracts/paymentChannel.ts'
import { readRestrictedWallet } from '../../contracts/restrictedWallet.ts'
import type { AccountState } from './accountState.ts'
import type { V2Context } from './context.ts'
import { accountAddress } from './scalars.ts'

/** Contracts that tonlib recognizes, read from their storage: `account_state` of compatibility-v2 §3.2. */

/** Runs a get-method that returns a number; undefined if it returns something else. */
type AskNumber = (method: string) => Promise<bigint | undefined>

type Decoder = (
  data: Cell,
  ask: AskNumber,
) => AccountStateJson | undefined | Promise<AccountStateJson | undefined>

const HEADER_BITS = 64

/** Returns a decoder of storage whose first 64 bits matter; undefined for shorter storage. */
function header(read: (slice: Slice) => AccountStateJson): Decoder {
  return (data) => (data.isExotic || data.bits.length < HEADER_BITS ? undefined : read(data.beginParse()))
}

/** Reads storage that begins with `seqno:uint32 wallet_id:uint32`; tonlib prints the seqno signed. */
function seqnoAndWalletId(slice: Slice) {
  const seqno = slice.loadInt(32)
  return { wallet_id: slice.loadUint(32), seqno }
}

const DECODERS: { readonly [Kind in TonlibKind]: Decoder } = {
  'wallet.v3.accountState': header((slice) => ({
    '@type': 'wallet.v3.accountState',
    ...seqnoAndWalletId(slice),
  })),
  'wallet.v4.accountState': header((slice) => ({
    '@type': 'wallet.v4.accountState',
    ...seqnoAndWalletId(slice),
  })),
  'wallet.highload.v1.accountState': header((slice) => ({
    '@type': 'wallet.highload.v1.accountState',
    ...seqnoAndWalletId(slice),
  })),
  'wallet.highload.v2.accountState': header((slice) => ({
    '@type': 'wallet.highload.v2.accountState',
    wallet_id: slice.loadUint(32),
  })),
  'dns.accountState': header((slice) => ({
    '@type': 'dns.accountState',
    wallet_id: slice.loadUint(32),
  })),
  'rwallet.accountState': restrictedWallet,
  'pchan.accountState': paymentChannel,
}

async function restrictedWallet(data: Cell, ask: AskNumber): Promise<AccountStateJson | undefined> {
  const { seqno, walletId, startAt, limits } = readRestrictedWallet(data)
  const unlocked = await ask('balance')
  if (unlocked === undefined) return undefined
  return {
    '@type': 'rwallet.accountState',
    wallet_id: walletId,
    seqno: seqno | 0,
    unlocked_balance: exactNumber(unlocked),
    config: {
      '@type': 'rwallet.config',
      start_at: startAt,
      limits: limits.map(({ seconds, value }) => ({
        '@type': 'rwallet.limit',
        seconds,
        value: exactNumber(value),
      })),
    },
  }
}

function paymentChannel(data: Cell): AccountStateJson {
  const { config, state } = readPaymentChannel(data)
  return {
    '@type': 'pchan.accountState',
    config: channelConfig(config),
    state: channelState(state),
    description: describeChannelState(state),
  }
}

function channelConfig(config: ChannelConfig) {
  return {
    '@type': 'pchan.config',
    alice_public_key: publicKeyText(config.aKey),
    alice_address: addressJson(config.aAddress),
    bob_public_key: publicKeyText(config.bKey),
    bob_address: addressJson(config.bAddress),
    init_timeout: config.initTimeout | 0,
    close_timeout: config.closeTimeout | 0,
    channel_id: exactNumber(BigInt.asIntN(64, config.channelId)),
  } as const
}

/**
 * [!] tonlib passes the last three fields on in another order than that of their declaration: compatibility-v2 §3.2.
 */
function channelState(state: ChannelState) {
  const [a, b] = [exactNumber(state.a), exactNumber(state.b)]
  if (state.type === 'payout') return { '@type': 'pchan.statePayout', A: a, B: b } as const
  return {
    '@type': state.type === 'init' ? 'pchan.stateInit' : 'pchan.stateClose',
    signed_A: state.signedA,
    signed_B: state.signedB,
    min_A: exactNumber(state.firstA),
    min_B: exactNumber(state.firstB),
    expire_at: a,
    A: b,
    B: state.expireAt,
  } as const
}

function addressJson(address: MsgAddressInt) {
  return accountAddress(
    address instanceof Address ? { workchain: address.workChain, hash: address.hash } : undefined,
  )
}

/** Returns an Ed25519 key as tonlib writes it: a tag, the key and a CRC-16, in base64url (`Pu…`). */
function publicKeyText(key: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([0x3e, 0xe6]), key, Buffer.alloc(2)])
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34)
  return bytesToBase64(bytes, 'url')
}

/** Returns `account_state` of a contract by its storage; undefined if the storage does not match the contract. */
export async function decodeTonlibContract(
  kind: TonlibKind,
  data: Cell,
  ask: AskNumber,
): Promise<AccountStateJson | undefined> {
  try {
    return await DECODERS[kind](data, ask)
  } catch (error) {
    if (error instanceof TlbError || error instanceof PrunedBranchError) return undefined
    throw error
  }
}

/** Returns the storage of an account that tonlib recognizes; undefined for all others. */
export async function readTonlibContract(
  account: AccountState,
  context: V2Context,
): Promise<{ readonly state: AccountStateJson; readonly revision: number } | undefined> {
  const contract = account.code && CONTRACTS.tonlib.get(account.code.hash().toString('base64'))
  if (!contract || !account.data) return undefined
  const state = await decodeTonlibContract(contract.kind, account.data, async (method) => {
    const call = { methodId: methodIdOf(method), stack: [] }
    const { exitCode, stack } = await context.contracts.call(account, call, context)
    const value = stack.at(-1)
    return (exitCode === 0 || exitCode === 1) && value?.type === 'int' ? value.value : undefined
  })
  return state && { state, revision: contract.revision }
}
