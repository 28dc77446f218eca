import { type Address, beginCell, type Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractFacts.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { ton } from './amounts.ts'
import { addressOf, initOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

/** A TEP-74 jetton whose contracts keep their data as TON's token-contract does. */
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

/** Coins that go along with an order to a jetton wallet; what is left comes back. */
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

/** Where an owner's jettons are. */
export function jettonWalletOf(jetton: Jetton, owner: Address): Address {
  return addressOf(jettonWalletInit(jetton, owner))
}

/** An owner's wallet as it is deployed: it has nothing yet. */
export function jettonWalletInit({ address, walletCode }: Jetton, owner: Address): StateInit {
  const data = beginCell()
    .storeCoins(0)
    .storeAddress(owner)
    .storeAddress(address)
    .storeRef(walletCode)
    .endCell()
  return initOf(walletCode, data)
}

/** The admin's order to mint; brings the minter's code along. */
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
  /** Tells the new owner; `forward_payload` in a cell of its own. */
  readonly payload?: Cell
  /** Nanoton that go to the new owner with the payload; a hundredth of a coin unless told. */
  readonly forwardAmount?: bigint
  readonly queryId?: number
}

/** An owner's order to its jetton wallet. */
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
