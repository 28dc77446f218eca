import { hash } from 'node:crypto'
import { beginCell } from '@ton/core'
import { MessageRefusedError } from '../chain/externalCheck.ts'
import { ton } from './amounts.ts'
import { BIRD_COUNT, birdsOf } from './collection.ts'
import { commentBody } from './comments.ts'
import { type Jetton, jettonWalletOf, sendJettons } from './jettonContract.ts'
import { cranes, jettonsOf, kettles } from './jettons.ts'
import { itemAddress, sendItem } from './nftContract.ts'
import type { ScenarioContext } from './scenarioContext.ts'
import { openWorkshop, workshopOrder } from './transfers.ts'
import { sendFrom, type User, type Users, usersOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

export type TrafficContext = Pick<ScenarioContext, 'devnet' | 'seed' | 'now' | 'send' | 'state' | 'accounts'>

/** Occasional messages between the users of the scenario. */
export type Traffic = {
  /**
   * Sends one plausible message, or none if its sender can't. The choice follows from the newest block, and everything
   * else is read from the chain, so that a restart changes nothing.
   */
  sendNext(): Promise<void>
}

/** A sender with less is first topped up from the treasury. */
const LOW = ton(50)
const TOP_UP = ton(500)
/** The treasury with less is first topped up from the giver. */
const TREASURY_LOW = ton(10_000)
const TREASURY_TOP_UP = ton(100_000)

const COMMENTS = [
  'Lunch',
  'For the concert tickets',
  'Thank you!',
  'Your change from yesterday',
  'Bus fare 🚌',
  'The book you lent me was better than the film',
  'Half of the pizza',
  'Obrigado!',
  'See you on Thursday',
  'Plumber, second visit',
  'ありがとう',
  'Invoice 2026-118',
  'Seeds for the garden',
  'Because you were right about the weather',
  'Дякую за каву',
  'Deposit for the bicycle',
]

/** A message and its sender. */
type TrafficAction = { readonly by: User; readonly transfer: Transfer }

type TrafficRound = {
  readonly context: TrafficContext
  readonly users: Users
  readonly senders: readonly User[]
  /** Returns the next pseudorandom integer from 0 to `limit` - 1; the newest block is the seed. */
  random(limit: number): number
}

/** Actions, each chosen for random numbers below its limit and not below that of the one before. */
const ACTIONS: readonly (readonly [
  below: number,
  action: (round: TrafficRound) => Promise<TrafficAction | undefined>,
])[] = [
  [50, sendCoins],
  [70, (round) => passJettons(round, jettonsOf(round.users).crane, cranes(1), cranes(0.01))],
  [80, (round) => passJettons(round, jettonsOf(round.users).kettle, kettles(0.25), kettles(0.01))],
  [88, passItem],
  [96, countInWorkshop],
  [100, transferOverMasterchain],
]

export function createTraffic(context: TrafficContext): Traffic {
  const users = usersOf(context)
  const {
    giver: _giver,
    treasury: _treasury,
    heidi: _heidi,
    victor: _victor,
    mallory: _mallory,
    ...others
  } = users
  const listed = new Set(context.accounts.map(({ address }) => address))
  const senders = Object.values(others).filter(({ address }) => listed.has(address.toRawString()))
  return {
    async sendNext() {
      // A bare chain has no users.
      if (senders.length < 2) return
      const round = {
        context,
        users,
        senders,
        random: randomOf(context.devnet.store.head().rootHash),
      }
      const choice = round.random(100)
      const chosen = ACTIONS.find(([below]) => choice < below)?.[1]
      // An action that isn't possible now becomes a transfer.
      const action = (await chosen?.(round)) ?? (await sendCoins(round))
      await sendAction(round, action)
    },
  }
}

async function sendAction(round: TrafficRound, action: TrafficAction): Promise<void> {
  const { by, transfer } = await affordable(round, action)
  // A client with the same keys can have destroyed the wallet.
  if (!(await round.context.state(by.address))) return
  try {
    await sendFrom(round.context, by, [transfer])
  } catch (error) {
    // Another client used the wallet in this block: the next action will do.
    if (!(error instanceof MessageRefusedError)) throw error
  }
}

/** Returns the action, or the top-up that must come first. */
async function affordable({ context, users }: TrafficRound, action: TrafficAction): Promise<TrafficAction> {
  const balance = async ({ address }: User) => (await context.state(address))?.balance ?? 0n
  const { giver, treasury } = users
  const topUp = (by: User, to: User, amount: bigint): TrafficAction => ({
    by,
    transfer: { to: to.address, amount, body: commentBody('Top-up') },
  })
  if ((await balance(treasury)) < TREASURY_LOW) return topUp(giver, treasury, TREASURY_TOP_UP)
  if ((await balance(action.by)) < LOW) return topUp(treasury, action.by, TOP_UP)
  return action
}

function pick<T>({ random }: TrafficRound, list: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = list[random(list.length)]
  if (chosen === undefined) throw new RangeError('nothing to choose from')
  return chosen
}

/** Returns two different senders. */
function pair(round: TrafficRound): readonly [from: User, to: User] {
  const from = pick(round, round.senders)
  const others = round.senders.filter((sender) => sender !== from)
  return [from, pick(round, others)]
}

async function sendCoins(round: TrafficRound): Promise<TrafficAction> {
  const [by, to] = pair(round)
  const amount = ton(0.1) * BigInt(1 + round.random(40))
  return { by, transfer: { to: to.address, amount, body: commentBody(pick(round, COMMENTS)) } }
}

async function passJettons(
  round: TrafficRound,
  jetton: Jetton,
  min: bigint,
  step: bigint,
): Promise<TrafficAction | undefined> {
  const [by, to] = pair(round)
  const amount = min + step * BigInt(round.random(1500))
  const wallet = await round.context.state(jettonWalletOf(jetton, by.address))
  // balance:Coins …
  if (!wallet || wallet.data.beginParse().loadCoins() < amount) return undefined
  const payload = commentBody(pick(round, COMMENTS))
  const order = { from: by.address, to: to.address, amount, ...(round.random(3) > 0 && { payload }) }
  return { by, transfer: sendJettons(jetton, order) }
}

async function passItem(round: TrafficRound): Promise<TrafficAction | undefined> {
  const item = itemAddress(birdsOf(round.users), round.random(BIRD_COUNT))
  const data = (await round.context.state(item))?.data
  // index:uint64 collection:MsgAddress owner:MsgAddress …
  const owner =
    data && data.bits.length >= 64 + 2 * 267
      ? data
          .beginParse()
          .skip(64 + 267)
          .loadAddress()
      : undefined
  const by = owner && round.senders.find(({ address }) => address.equals(owner))
  if (!by) return undefined
  const to = pick(
    round,
    round.senders.filter((sender) => sender !== by),
  )
  return { by, transfer: sendItem(item, { from: by.address, to: to.address }) }
}

async function countInWorkshop(round: TrafficRound): Promise<TrafficAction | undefined> {
  const { address } = openWorkshop(round.users)
  if (!(await round.context.state(address))) return undefined
  const body = workshopOrder('add', beginCell().storeUint(1 + round.random(9), 32))
  return { by: pick(round, round.senders), transfer: { to: address, amount: ton(0.02), bounce: true, body } }
}

async function transferOverMasterchain(round: TrafficRound): Promise<TrafficAction> {
  const { victor } = round.users
  const sender = pick(round, round.senders)
  const [by, to] = round.random(2) === 0 ? [sender, victor] : [victor, sender]
  const amount = ton(0.5) * BigInt(1 + round.random(6))
  return { by, transfer: { to: to.address, amount, body: commentBody(pick(round, COMMENTS)) } }
}

/** Returns a pseudorandom generator seeded with the hash of a block. */
function randomOf(rootHash: Buffer): TrafficRound['random'] {
  let count = 0
  return (limit) => {
    const digest = hash('sha256', Buffer.concat([rootHash, Buffer.from([count++])]), 'buffer')
    return digest.readUInt32BE(0) % limit
  }
}
