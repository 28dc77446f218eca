import { type Address, beginCell, type Cell } from '@ton/core'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { addressOf, initOf, type Users } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import {
  ACCEPTING,
  contractCode,
  DROP_ARGUMENTS,
  type Instruction,
  type Methods,
  PUSH_NULL,
  pushAddress,
  pushCell,
  pushInt,
} from './hostileCode.ts'

/** Tables of verified contracts (compatibility-v3 §15.1). */
export type VerifiedKind =
  | 'jetton_master'
  | 'jetton_wallet'
  | 'nft_collection'
  | 'nft_item'
  | 'dns'
  | 'multisig'
  | 'multisig_order'
  | 'vesting'

/** What detection must conclude of a contract in its present state. */
export type Verdict = {
  /** Names by the methods of the code (compatibility-v3 §15.2), in alphabetical order; empty where none fits. */
  readonly interfaces: readonly string[]
  /** Tables that get or keep a row by this state (compatibility-v3 §15.1). */
  readonly verified: readonly VerifiedKind[]
  /**
   * How get-methods end, called without arguments: the exit code, or `refused` where the TVM's result exceeds the
   * limits of a stack (TvmInputError or StackError).
   */
  readonly outcomes: Readonly<Record<string, number | 'refused'>>
}

/** An adversary. */
export type HostileContract = {
  readonly name: string
  readonly address: Address
  /** Sent by any wallet. */
  readonly deploy: Transfer
  readonly expected: Verdict
}

const DEPLOY_VALUE = ton(1)
export const WALLET_CODE: Cell = tokenCode('jetton wallet')
const UNIT = 10n ** 9n

/** A contract that is deployed with a message without a body. `id` makes it differ from another of the same code. */
export function hostile(name: string, code: Cell, expected: Verdict, id = 0): HostileContract {
  const init = initOf(code, beginCell().storeUint(id, 64).endCell())
  const address = addressOf(init)
  return { name, address, deploy: { to: address, amount: DEPLOY_VALUE, init }, expected }
}

/** A get-method that takes any arguments and answers these values, bottom first. */
export function answers(...values: readonly Instruction[]): readonly Instruction[] {
  return [DROP_ARGUMENTS, ...values]
}

/** get_wallet_data */
export function walletData(owner: Address | null, master: Address | null, balance = 1000n * UNIT) {
  return answers(pushInt(balance), pushAddress(owner), pushAddress(master), pushCell(WALLET_CODE))
}

/** get_jetton_data */
export function jettonData(content: Cell, supply = 1000n * UNIT, admin: Address | null = null) {
  return answers(pushInt(supply), pushInt(-1n), pushAddress(admin), pushCell(content), pushCell(WALLET_CODE))
}

/** get_nft_data */
export function nftData(item: {
  readonly index: bigint
  readonly collection: Address | null
  readonly owner: Address | null
  readonly content: Cell
}) {
  const { index, collection, owner, content } = item
  return answers(pushInt(-1n), pushInt(index), pushAddress(collection), pushAddress(owner), pushCell(content))
}

/** get_order_data of a multisig's order that needs the approval of two of three signers. */
export function orderData(multisig: Address, seqno: bigint, signers: Cell, order: Cell) {
  return answers(
    pushAddress(multisig),
    pushInt(seqno),
    pushInt(2n),
    pushInt(0n),
    pushCell(signers),
    pushInt(1n),
    pushInt(1n),
    pushInt(4_000_000_000n),
    pushCell(order),
  )
}

/** get_order_data before the order has been initialised. */
export function emptyOrderData(multisig: Address, seqno: bigint) {
  return answers(pushAddress(multisig), pushInt(seqno), ...Array.from({ length: 7 }, () => PUSH_NULL))
}

/** The code of a contract that accepts every message and has these get-methods. */
export function answering(methods: Methods): Cell {
  return contractCode(methods, ACCEPTING)
}

/** Exit code 0 for each of these methods. */
export function succeeding(methods: Methods): Verdict['outcomes'] {
  return Object.fromEntries(Object.keys(methods).map((method) => [method, 0]))
}

/** Those of whose contracts the adversaries claim to be a part. */
export type Victims = Pick<Users, 'treasury' | 'alice' | 'bob' | 'carol' | 'ivan'>
