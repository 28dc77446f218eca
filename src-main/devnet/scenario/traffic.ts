import { hash } from 'node:crypto'
import { beginCell } from '@ton/core'
import { MessageRefusedError } from '../chain/externalCheck.ts'
import { type Actor, type Actors, actorsOf, sendFrom } from './actors.ts'
import { ton } from './amounts.ts'
import { BIRD_COUNT, birdsOf } from './collection.ts'
import { commentBody } from './comments.ts'
import { type Jetton, jettonWalletOf, sendJettons } from './jettonContract.ts'
import { cranes, jettonsOf, kettles } from './jettons.ts'
import { itemAddress, sendItem } from './nftContract.ts'
import type { Stage } from './stage.ts'
import { openWorkshop, workshopOrder } from './transfers.ts'
import type { Transfer } from './walletContract.ts'

export type TrafficStage = Pick<Stage, 'devnet' | 'seed' | 'now' | 'send' | 'state' | 'introduced'>

/** A quiet trickle of messages between the actors. */
export type Traffic = {
  /**
   * Sends one message that has some sense, or none where its sender can't. What it is follows from the newest block,
   * and everything else that it needs is read from the chain: it goes on after a restart as if nothing had happened.
   */
  act(): Promise<void>
}

/** Whoever has less gets coins from the treasury before doing anything else. */
const LOW = ton(50)
const TOP_UP = ton(500)
/** The same of the treasury and the giver. */
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

/** What somebody is to do: from whom, and the message. */
type Deed = { readonly by: Actor; readonly transfer: Transfer }

type Scene = {
  readonly stage: TrafficStage
  readonly actors: Actors
  readonly people: readonly Actor[]
  /** A number from 0 up to below `sides`, the next that follows from the newest block. */
  dice(sides: number): number
}

/** Deeds, each chosen for what is below its limit of 100 and above that before it. */
const DEEDS: readonly (readonly [below: number, deed: (scene: Scene) => Promise<Deed | undefined>])[] = [
  [50, sendCoins],
  [70, (scene) => passJettons(scene, jettonsOf(scene.actors).crane, cranes(1), cranes(0.01))],
  [80, (scene) => passJettons(scene, jettonsOf(scene.actors).kettle, kettles(0.25), kettles(0.01))],
  [88, passItem],
  [96, countInWorkshop],
  [100, visitMasterchain],
]

export function createTraffic(stage: TrafficStage): Traffic {
  const actors = actorsOf(stage)
  const {
    giver: _giver,
    treasury: _treasury,
    heidi: _heidi,
    victor: _victor,
    mallory: _mallory,
    ...others
  } = actors
  const introduced = new Set(stage.introduced.map(({ address }) => address))
  const people = Object.values(others).filter(({ address }) => introduced.has(address.toRawString()))
  return {
    async act() {
      // On a bare chain nobody knows anybody.
      if (people.length < 2) return
      const scene = { stage, actors, people, dice: diceOf(stage.devnet.store.head().rootHash) }
      const wish = scene.dice(100)
      const chosen = DEEDS.find(([below]) => wish < below)?.[1]
      // What isn't possible now becomes a transfer.
      const deed = (await chosen?.(scene)) ?? (await sendCoins(scene))
      await carryOut(scene, deed)
    },
  }
}

async function carryOut(scene: Scene, wanted: Deed): Promise<void> {
  const { by, transfer } = await affordable(scene, wanted)
  // Nobody but its owner can make a wallet vanish, but users may hold the same keys.
  if (!(await scene.stage.state(by.address))) return
  try {
    await sendFrom(scene.stage, by, [transfer])
  } catch (error) {
    // Somebody else used the wallet in this block: the next act will do.
    if (!(error instanceof MessageRefusedError)) throw error
  }
}

/** The deed, or the top-up without which its author would soon be poor. */
async function affordable({ stage, actors }: Scene, deed: Deed): Promise<Deed> {
  const balance = async ({ address }: Actor) => (await stage.state(address))?.balance ?? 0n
  const { giver, treasury } = actors
  const topUp = (by: Actor, to: Actor, amount: bigint): Deed => ({
    by,
    transfer: { to: to.address, amount, body: commentBody('Top-up') },
  })
  if ((await balance(treasury)) < TREASURY_LOW) return topUp(giver, treasury, TREASURY_TOP_UP)
  if ((await balance(deed.by)) < LOW) return topUp(treasury, deed.by, TOP_UP)
  return deed
}

function pick<T>({ dice }: Scene, list: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = list[dice(list.length)]
  if (chosen === undefined) throw new RangeError('nothing to choose from')
  return chosen
}

/** Two different people. */
function pair(scene: Scene): readonly [from: Actor, to: Actor] {
  const from = pick(scene, scene.people)
  const others = scene.people.filter((somebody) => somebody !== from)
  return [from, pick(scene, others)]
}

async function sendCoins(scene: Scene): Promise<Deed> {
  const [by, to] = pair(scene)
  const amount = ton(0.1) * BigInt(1 + scene.dice(40))
  return { by, transfer: { to: to.address, amount, body: commentBody(pick(scene, COMMENTS)) } }
}

async function passJettons(
  scene: Scene,
  jetton: Jetton,
  least: bigint,
  step: bigint,
): Promise<Deed | undefined> {
  const [by, to] = pair(scene)
  const amount = least + step * BigInt(scene.dice(1500))
  const wallet = await scene.stage.state(jettonWalletOf(jetton, by.address))
  // balance:Coins …
  if (!wallet || wallet.data.beginParse().loadCoins() < amount) return undefined
  const payload = commentBody(pick(scene, COMMENTS))
  const order = { from: by.address, to: to.address, amount, ...(scene.dice(3) > 0 && { payload }) }
  return { by, transfer: sendJettons(jetton, order) }
}

async function passItem(scene: Scene): Promise<Deed | undefined> {
  const item = itemAddress(birdsOf(scene.actors), scene.dice(BIRD_COUNT))
  const data = (await scene.stage.state(item))?.data
  // index:uint64 collection:MsgAddress owner:MsgAddress …
  const owner =
    data && data.bits.length >= 64 + 2 * 267
      ? data
          .beginParse()
          .skip(64 + 267)
          .loadAddress()
      : undefined
  const by = owner && scene.people.find(({ address }) => address.equals(owner))
  if (!by) return undefined
  const to = pick(
    scene,
    scene.people.filter((somebody) => somebody !== by),
  )
  return { by, transfer: sendItem(item, { from: by.address, to: to.address }) }
}

async function countInWorkshop(scene: Scene): Promise<Deed | undefined> {
  const { address } = openWorkshop(scene.actors)
  if (!(await scene.stage.state(address))) return undefined
  const body = workshopOrder('add', beginCell().storeUint(1 + scene.dice(9), 32))
  return { by: pick(scene, scene.people), transfer: { to: address, amount: ton(0.02), bounce: true, body } }
}

async function visitMasterchain(scene: Scene): Promise<Deed> {
  const { victor } = scene.actors
  const somebody = pick(scene, scene.people)
  const [by, to] = scene.dice(2) === 0 ? [somebody, victor] : [victor, somebody]
  const amount = ton(0.5) * BigInt(1 + scene.dice(6))
  return { by, transfer: { to: to.address, amount, body: commentBody(pick(scene, COMMENTS)) } }
}

/** Numbers that follow from a block. */
function diceOf(rootHash: Buffer): Scene['dice'] {
  let thrown = 0
  return (sides) => {
    const digest = hash('sha256', Buffer.concat([rootHash, Buffer.from([thrown++])]), 'buffer')
    return digest.readUInt32BE(0) % sides
  }
}
