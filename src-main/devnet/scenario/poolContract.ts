import { type Address, beginCell, type Cell } from '@ton/core'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { poolCode } from './code/pool.ts'
import type { Jetton } from './jettonContract.ts'
import { addressOf, initOf } from './users.ts'

/** A pool of coins and a jetton (code/pool.tolk). Its shares are another jetton, with the pool as the master. */
export type Pool = { readonly init: StateInit; readonly address: Address; readonly shares: Jetton }

const OPEN = 0x61c04e1d
const SWAP_TON = 0x2b8e70f5
const SWAP_JETTON = 0x4d1f9a63
const PROVIDE = 0x7a95d30c

const FEE_NUMERATOR = 3n
const FEE_DENOMINATOR = 1000n

export function poolOf(options: {
  readonly creator: Address
  /** The jetton that is traded against coins. */
  readonly jetton: Jetton
  /** TEP-64 content of the shares. */
  readonly name: string
  readonly content: Cell
}): Pool {
  const { creator, jetton, name, content } = options
  const { walletCode } = jetton
  const fixed = beginCell()
    .storeAddress(creator)
    .storeAddress(jetton.address)
    .storeRef(walletCode)
    .storeRef(content)
    .endCell()
  const data = beginCell()
    .storeCoins(0)
    .storeCoins(0)
    .storeCoins(0)
    .storeAddress(null)
    .storeRef(fixed)
    .endCell()
  const init = initOf(poolCode(), data)
  const address = addressOf(init)
  return { init, address, shares: { name, init, address, walletCode } }
}

/** Builds the creator's first message, with the address of the pool's own jetton wallet. */
export function openBody(jettonWallet: Address): Cell {
  return beginCell().storeUint(OPEN, 32).storeUint(0, 64).storeAddress(jettonWallet).endCell()
}

/** Builds the body of a swap of coins. Amounts are in nanoton and in the jetton's smallest unit. */
export function swapTonBody(queryId: number, amount: bigint, minOut: bigint): Cell {
  return beginCell()
    .storeUint(SWAP_TON, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeCoins(minOut)
    .endCell()
}

/** Payload of a transfer of jettons to the pool that swaps them. `minOut` in nanoton. */
export function swapJettonPayload(minOut: bigint): Cell {
  return beginCell().storeUint(SWAP_JETTON, 32).storeCoins(minOut).endCell()
}

/**
 * Payload of a transfer of jettons to the pool that adds liquidity with `tonAmount`, in nanoton: coins beyond the ratio
 * are returned.
 */
export function providePayload(tonAmount: bigint, minShares: bigint): Cell {
  return beginCell().storeUint(PROVIDE, 32).storeCoins(tonAmount).storeCoins(minShares).endCell()
}

/** Returns the output of a pool with these reserves for `amount`, as the contract calculates it. */
export function swapOut(amount: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const traded = amount - ceilDiv(amount * FEE_NUMERATOR, FEE_DENOMINATOR)
  return reserveOut - ceilDiv(reserveIn * reserveOut, reserveIn + traded)
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b
}

/** Reads the reserves of a pool from its data. */
export function poolReserves(data: Cell): {
  /** Nanoton. */
  readonly ton: bigint
  readonly jetton: bigint
  readonly shares: bigint
} {
  const slice = data.beginParse()
  return { ton: slice.loadCoins(), jetton: slice.loadCoins(), shares: slice.loadCoins() }
}
