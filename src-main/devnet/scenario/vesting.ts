import { type Address, beginCell, type Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { VESTING } from '#shared/contracts/vesting.ts'
import type { SigningKey } from '../keys.ts'
import { ton } from './amounts.ts'
import { vestingWalletCode } from './code/vestingWallet.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { addressOf, externalMessage, initOf, sendFrom, usersOf } from './users.ts'
import { messageCell, type Transfer } from './walletContract.ts'

const ADD_WHITELIST = opcodeOf(VESTING, 'vesting_add_white_list')
const SEND = opcodeOf(VESTING, 'vesting_send_message')
/** `subwallet_id` in the basechain, as in the contract's package. */
const WALLET_ID = 0x10c
/** The only mode that a locked vesting wallet allows: fees paid separately, errors ignored. */
const LOCKED_SEND_MODE = 3

const MONTH = 30 * 24 * 3600
const MONTHS_SINCE_START = 5

/** The schedule of a vesting wallet. */
export type VestingSchedule = {
  /** Unix seconds. */
  readonly startTime: number
  /** Seconds; multiples of `unlockPeriod`, as is the cliff. */
  readonly totalDuration: number
  readonly unlockPeriod: number
  readonly cliffDuration: number
  /** Nanoton. */
  readonly totalAmount: bigint
}

/** Returns the storage of a vesting wallet (ton-blockchain/vesting-contract) before its first message. */
function vestingData(
  schedule: VestingSchedule,
  people: { readonly sender: Address; readonly owner: Address; readonly publicKey: Buffer },
): Cell {
  const parameters = beginCell()
    .storeUint(schedule.startTime, 64)
    .storeUint(schedule.totalDuration, 32)
    .storeUint(schedule.unlockPeriod, 32)
    .storeUint(schedule.cliffDuration, 32)
    .storeCoins(schedule.totalAmount)
    .storeAddress(people.sender)
    .storeAddress(people.owner)
    .endCell()
  return beginCell()
    .storeUint(0, 32)
    .storeUint(WALLET_ID, 32)
    .storeBuffer(people.publicKey, 32)
    .storeBit(0)
    .storeRef(parameters)
    .endCell()
}

/**
 * Builds the body that adds to the whitelist: an address, the next ones in a chain of references. Only the sender of
 * the vesting is allowed to send it.
 */
function whitelistBody(queryId: number, [first, ...rest]: readonly [Address, ...Address[]]): Cell {
  const chain = rest.reduceRight<Cell | undefined>((tail, address) => {
    const cell = beginCell().storeAddress(address)
    if (tail) cell.storeRef(tail)
    return cell.endCell()
  }, undefined)
  const body = beginCell().storeUint(ADD_WHITELIST, 32).storeUint(queryId, 64).storeAddress(first)
  if (chain) body.storeRef(chain)
  return body.endCell()
}

/** Builds the body to the vesting wallet, from its owner's wallet, by which it sends this message. */
export function sendBody(queryId: number, transfer: Transfer): Cell {
  return beginCell()
    .storeUint(SEND, 32)
    .storeUint(queryId, 64)
    .storeUint(LOCKED_SEND_MODE, 8)
    .storeRef(messageCell(transfer))
    .endCell()
}

/** The same by an external message under the owner's key. */
function signedOrder(key: SigningKey, seqno: number, validUntil: number, transfer: Transfer): Cell {
  const order = beginCell()
    .storeUint(WALLET_ID, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(LOCKED_SEND_MODE, 8)
    .storeRef(messageCell(transfer))
  const signature = key.sign(order.endCell().hash())
  return beginCell().storeBuffer(signature, 64).storeBuilder(order).endCell()
}

/**
 * A year's vesting of which five months have passed, including the cliff of three: the owner spends unlocked coins, and
 * locked coins go to a whitelisted address.
 */
export const vesting: ScenarioStep = async (context) => {
  const { erin, frank, grace, dave, treasury } = usersOf(context)
  const schedule: VestingSchedule = {
    startTime: context.now() - MONTHS_SINCE_START * MONTH,
    totalDuration: 12 * MONTH,
    unlockPeriod: MONTH,
    cliffDuration: 3 * MONTH,
    totalAmount: ton(1200),
  }
  const people = { sender: treasury.address, owner: erin.address, publicKey: erin.key.publicKey }
  const init = initOf(vestingWalletCode(), vestingData(schedule, people))
  const vesting = addressOf(init)

  await sendFrom(context, treasury, [
    // Deployed and filled at once; the amount above the schedule's is for fees.
    { to: vesting, amount: ton(1210), init },
    {
      to: vesting,
      amount: ton(0.1),
      bounce: true,
      body: whitelistBody(1, [frank.address, grace.address]),
    },
  ])
  await context.settle()

  const free = { to: dave.address, amount: ton(150) }
  await sendFrom(context, erin, [{ to: vesting, amount: ton(0.1), bounce: true, body: sendBody(2, free) }])
  // Locked coins; a whitelisted address must be able to return them.
  const locked = { to: frank.address, amount: ton(30), bounce: true }
  const order = signedOrder(erin.key, 0, context.now() + 600, locked)
  await context.send(externalMessage(vesting, order))
  await context.settle()

  context.addAccount({ name: "Erin's vesting", kind: 'vesting wallet', address: vesting })
}
