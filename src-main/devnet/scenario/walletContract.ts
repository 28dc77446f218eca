import {
  type Address,
  type Builder,
  beginCell,
  type Cell,
  Dictionary,
  type MessageRelaxed,
  type OutAction,
  SendMode,
  type Slice,
  storeMessageRelaxed,
  storeOutList,
} from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { HIGHLOAD_WALLET } from '#shared/contracts/highloadWallet.ts'
import { WALLETS } from '#shared/contracts/wallets.ts'
import type { StateInit } from '../../chain/block/stateInit.ts'
import type { SigningKey } from '../keys.ts'
import { type WalletVersion, walletCode } from './code/wallets.ts'

/** A message that a wallet sends. */
export type Transfer = {
  readonly to: Address
  /** Nanoton. */
  readonly amount: bigint
  /** Default: false. */
  readonly bounce?: boolean | undefined
  readonly body?: Cell | undefined
  readonly init?: Pick<StateInit, 'code' | 'data'> | undefined
  /** Default: 3 (fees paid separately, errors ignored). v5 adds 2 to any mode. */
  readonly mode?: number | undefined
  /** Amounts by currency id. */
  readonly extraCurrencies?: Readonly<Record<number, bigint>> | undefined
}

/** The parameters of a wallet, with which its owner signs. */
export type WalletOwner = {
  readonly version: WalletVersion
  readonly key: SigningKey
  readonly address: Address
  /** `subwallet_id`; 0 for versions without one. */
  readonly walletId: number
}

/** The wallet id that tools use for wallets v3 and v4, to which they add the workchain. */
const DEFAULT_WALLET_ID = 698983191
/** Highload v3: the id that its README and packages use. */
const HIGHLOAD_WALLET_ID = 0x10ad
/** Seconds for which highload v3 stores queries. */
const HIGHLOAD_TIMEOUT = 24 * 3600
/** Seconds for which an order is valid: a day, because the devnet's time can jump before the next block. */
const VALIDITY = 86_400

const V5_SIGNED_EXTERNAL = opcodeOf(WALLETS, 'w5_external_signed_request')
const HIGHLOAD_INTERNAL_TRANSFER = opcodeOf(HIGHLOAD_WALLET, 'highload_v3_internal_request')
const HIGHLOAD_SHIFTS = 2 ** 13
const HIGHLOAD_QUERIES_PER_SHIFT = 1023

/** Maximum number of transfers of one external message. */
export const MAX_TRANSFERS: Readonly<Record<WalletVersion, number>> = {
  v1r3: 1,
  v2r1: 4,
  v2r2: 4,
  v3r1: 4,
  v3r2: 4,
  v4r2: 4,
  v5r1: 255,
  'highload v3': 254,
}

/** Returns the `subwallet_id` of a wallet as tools compute it. */
export function walletIdOf(version: WalletVersion, workchain: number, globalId: number): number {
  switch (version) {
    case 'v1r3':
    case 'v2r1':
    case 'v2r2':
      return 0
    case 'v3r1':
    case 'v3r2':
    case 'v4r2':
      return DEFAULT_WALLET_ID + workchain
    case 'v5r1':
      // context_id$1 wc:int8 wallet_version:(## 8) counter:(## 15), xor the network's global id.
      return (globalId ^ (0x8000_0000 | ((workchain & 0xff) << 23))) >>> 0
    case 'highload v3':
      return HIGHLOAD_WALLET_ID
  }
}

/** Returns the initial code and data of a wallet. */
export function walletInit(version: WalletVersion, publicKey: Buffer, walletId: number): StateInit {
  const data = firstData(version, publicKey, walletId)
  return {
    fixedPrefixLength: undefined,
    special: undefined,
    code: walletCode(version),
    data,
    library: undefined,
  }
}

function firstData(version: WalletVersion, publicKey: Buffer, walletId: number): Cell {
  switch (version) {
    case 'v1r3':
    case 'v2r1':
    case 'v2r2':
      return beginCell().storeUint(0, 32).storeBuffer(publicKey, 32).endCell()
    case 'v3r1':
    case 'v3r2':
      return beginCell().storeUint(0, 32).storeUint(walletId, 32).storeBuffer(publicKey, 32).endCell()
    case 'v4r2':
      return beginCell()
        .storeUint(0, 32)
        .storeUint(walletId, 32)
        .storeBuffer(publicKey, 32)
        .storeBit(0)
        .endCell()
    case 'v5r1':
      return beginCell()
        .storeBit(1)
        .storeUint(0, 32)
        .storeUint(walletId, 32)
        .storeBuffer(publicKey, 32)
        .storeBit(0)
        .endCell()
    case 'highload v3':
      return beginCell()
        .storeBuffer(publicKey, 32)
        .storeUint(walletId, 32)
        .storeUint(0, 2)
        .storeUint(0, 64)
        .storeUint(HIGHLOAD_TIMEOUT, 22)
        .endCell()
  }
}

/**
 * Builds the signed body that makes a wallet send these messages.
 * @param data the wallet's present data
 * @param now unix seconds
 * @throws {RangeError} for more transfers than one message can have
 */
export function walletOrder(
  owner: WalletOwner,
  data: Cell,
  transfers: readonly Transfer[],
  now: number,
): Cell {
  const { version, key, walletId } = owner
  if (transfers.length > MAX_TRANSFERS[version]) {
    throw new RangeError(`wallet ${version} sends ${MAX_TRANSFERS[version]} messages at once`)
  }
  const until = now + VALIDITY
  const slice = data.beginParse()
  switch (version) {
    case 'v1r3':
      return signedInFront(key, beginCell().storeUint(slice.loadUint(32), 32), transfers)
    case 'v2r1':
    case 'v2r2':
      return signedInFront(key, beginCell().storeUint(slice.loadUint(32), 32).storeUint(until, 32), transfers)
    case 'v3r1':
    case 'v3r2':
    case 'v4r2': {
      const order = beginCell().storeUint(walletId, 32).storeUint(until, 32).storeUint(slice.loadUint(32), 32)
      if (version === 'v4r2') order.storeUint(0, 8)
      return signedInFront(key, order, transfers)
    }
    case 'v5r1': {
      const seqno = slice.skip(1).loadUint(32)
      const order = beginCell()
        .storeUint(V5_SIGNED_EXTERNAL, 32)
        .storeUint(walletId, 32)
        .storeUint(until, 32)
        .storeUint(seqno, 32)
        .storeMaybeRef(actionList(transfers, SendMode.IGNORE_ERRORS))
        .storeBit(0)
      return beginCell().storeBuilder(order).storeBuffer(key.sign(order.endCell().hash()), 64).endCell()
    }
    case 'highload v3':
      return highloadOrder(owner, freeQueryId(slice), transfers, now)
  }
}

function signedInFront(key: SigningKey, order: Builder, transfers: readonly Transfer[]): Cell {
  for (const transfer of transfers) order.storeUint(modeOf(transfer), 8).storeRef(messageCell(transfer))
  return beginCell().storeBuffer(key.sign(order.endCell().hash()), 64).storeBuilder(order).endCell()
}

/**
 * Builds the signed body of a highload wallet's order: it sends itself a message with the list of actions
 * (highload-wallet-v3.func).
 * @param queryId shift:uint13 bit_number:uint10; each is accepted once
 * @param now unix seconds
 */
export function highloadOrder(
  owner: WalletOwner,
  queryId: number,
  transfers: readonly Transfer[],
  now: number,
): Cell {
  const body = beginCell()
    .storeUint(HIGHLOAD_INTERNAL_TRANSFER, 32)
    .storeUint(queryId, 64)
    .storeRef(actionList(transfers, 0))
    .endCell()
  const order = beginCell()
    .storeUint(owner.walletId, 32)
    .storeRef(messageCell({ to: owner.address, amount: 0n, bounce: true, body }))
    .storeUint(SendMode.CARRY_ALL_REMAINING_BALANCE, 8)
    .storeUint(queryId, 23)
    // A little in the past: the contract refuses messages from the future, and blocks can be late.
    .storeUint(now - 5, 64)
    .storeUint(HIGHLOAD_TIMEOUT, 22)
    .endCell()
  return beginCell().storeBuffer(owner.key.sign(order.hash()), 64).storeRef(order).endCell()
}

/** Returns the first query id (shift:uint13 bit_number:uint10) that the wallet has not seen. */
function freeQueryId(data: Slice): number {
  const load = () => data.loadDict(Dictionary.Keys.Uint(13), Dictionary.Values.Cell())
  data.skip(256 + 32)
  const [old, current] = [load(), load()]
  for (let shift = 0; shift < HIGHLOAD_SHIFTS; shift++) {
    const used = [old.get(shift), current.get(shift)].flatMap((cell) => cell ?? [])
    for (let bit = 0; bit < HIGHLOAD_QUERIES_PER_SHIFT; bit++) {
      if (!used.some((cell) => cell.bits.at(bit))) return shift * 1024 + bit
    }
  }
  throw new RangeError('the highload wallet has no free query id')
}

function actionList(transfers: readonly Transfer[], addedMode: number): Cell {
  const actions = transfers.map(
    (transfer): OutAction => ({
      type: 'sendMsg',
      mode: modeOf(transfer) | addedMode,
      outMsg: relaxed(transfer),
    }),
  )
  return beginCell().store(storeOutList(actions)).endCell()
}

function modeOf({ mode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS }: Transfer): number {
  return mode
}

/** Builds the internal message of a transfer, as the wallet puts it into its action. */
export function messageCell(transfer: Transfer): Cell {
  return beginCell()
    .store(storeMessageRelaxed(relaxed(transfer)))
    .endCell()
}

function relaxed({ to, amount, bounce = false, body, init, extraCurrencies }: Transfer): MessageRelaxed {
  const extra = Object.entries(extraCurrencies ?? {})
  const other = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
  for (const [id, value] of extra) other.set(Number(id), value)
  return {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      dest: to,
      value: { coins: amount, ...(extra.length > 0 && { other }) },
      ihrFee: 0n,
      forwardFee: 0n,
      createdLt: 0n,
      createdAt: 0,
    },
    ...(init?.code && init.data && { init: { code: init.code, data: init.data } }),
    body: body ?? beginCell().endCell(),
  }
}
