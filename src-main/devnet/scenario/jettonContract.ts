import { type Address, beginCell, type Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { ton } from './amounts.ts'
import { addressOf, initOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

/** A TEP-74 jetton whose contracts have the storage of TON's token-contract. */
export type Jetton = {
  readonly name: string
  readonly init: StateInit
  readonly address: Address
  readonly walletCode: Cell
}

const MINT = opcodeOf(JETTON, 'minter_jetton_mint')
const INTERNAL_TRANSFER = opcodeOf(JETTON, 'jetton_internal_transfer')
const TRANSFER = opcodeOf(JETTON, 'jetton_transfer')
const BURN = opcodeOf(JETTON, 'jetton_burn')

/** Coins of an order to a jetton wallet; the rest is returned. */
const ORDER_VALUE = ton(0.1)
const NOTIFICATION_VALUE = ton(0.01)

export function jettonOf(
  name: string,
  options: {
    readonly minterCode: Cell
    readonly walletCode: Cell
    readonly admin: Address
    readonly content: Cell
  },
): Jetton {
  const { minterCode, walletCode, admin, content } = options
  const data = beginCell().storeCoins(0).storeAddress(admin).storeRef(content).storeRef(walletCode).endCell()
  const init = initOf(minterCode, data)
  return { name, init, address: addressOf(init), walletCode }
}

/** Returns the address of an owner's jetton wallet. */
export function jettonWalletOf(jetton: Jetton, owner: Address): Address {
  return addressOf(jettonWalletInit(jetton, owner))
}

/** Returns the initial state of an owner's wallet, with a balance of 0. */
export function jettonWalletInit({ address, walletCode }: Jetton, owner: Address): StateInit {
  const data = beginCell()
    .storeCoins(0)
    .storeAddress(owner)
    .storeAddress(address)
    .storeRef(walletCode)
    .endCell()
  return initOf(walletCode, data)
}

/** Builds the admin's order to mint, with the minter's code. */
export function mintJettons(jetton: Jetton, to: Address, amount: bigint, admin: Address): Transfer {
  const internal = beginCell()
    .storeUint(INTERNAL_TRANSFER, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(null)
    .storeAddress(admin)
    .storeCoins(0)
    .storeBit(0)
    .endCell()
  const body = beginCell()
    .storeUint(MINT, 32)
    .storeUint(0, 64)
    .storeAddress(to)
    .storeCoins(ton(0.1))
    .storeRef(internal)
    .endCell()
  return { to: jetton.address, amount: ton(0.3), bounce: true, init: jetton.init, body }
}

export type JettonTransfer = {
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  /** Payload for the new owner, as `forward_payload` in a separate cell. */
  readonly payload?: Cell
  /** Nanoton for the new owner with the payload; default: a hundredth of a coin. */
  readonly forwardAmount?: bigint
  readonly queryId?: number
}

/** Builds an owner's order to its jetton wallet. */
export function sendJettons(
  jetton: Jetton,
  { from, to, amount, payload, forwardAmount, queryId = 0 }: JettonTransfer,
): Transfer {
  const body = beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(to)
    .storeAddress(from)
    .storeBit(0)
    .storeCoins(payload ? (forwardAmount ?? NOTIFICATION_VALUE) : 0n)
    .storeMaybeRef(payload)
    .endCell()
  const value = ORDER_VALUE + (forwardAmount ?? 0n)
  return { to: jettonWalletOf(jetton, from), amount: value, bounce: true, body }
}

export function burnJettons(jetton: Jetton, owner: Address, amount: bigint): Transfer {
  const body = beginCell()
    .storeUint(BURN, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(owner)
    .storeBit(0)
    .endCell()
  return { to: jettonWalletOf(jetton, owner), amount: ORDER_VALUE, bounce: true, body }
}
