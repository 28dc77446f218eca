import { Address, beginCell, type Cell } from '@ton/core'
import { type StateInit, storeStateInit } from '../../chain/block/stateInit.ts'
import { openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { derivedSeed, signingKey } from '../keys.ts'
import type { WalletVersion } from './code/wallets.ts'
import type { Stage } from './stage.ts'
import { type Transfer, type WalletOwner, walletIdOf, walletInit, walletOrder } from './walletContract.ts'

/** Who appears in the scenario, by the version of their wallet. The rest of the money is the giver's. */
const VERSIONS = {
  alice: 'v4r2',
  bob: 'v5r1',
  carol: 'v3r2',
  dave: 'v3r1',
  erin: 'v2r2',
  frank: 'v2r1',
  grace: 'v1r3',
  /** Pays many at once. */
  heidi: 'highload v3',
  ivan: 'v4r2',
  judy: 'v5r1',
  /** Lives in the masterchain. */
  victor: 'v3r2',
  /** Issues tokens and owns what is public: jettons, the collection, the pool. */
  treasury: 'v5r1',
  /** Attacks: issues the tokens with hostile content. Has coins and a wallet only where their chapter is played. */
  mallory: 'v5r1',
} as const satisfies Readonly<Record<string, WalletVersion>>

export type ActorName = keyof typeof VERSIONS | 'giver'

/** Somebody with a wallet. */
export type Actor = WalletOwner & {
  readonly name: ActorName
  readonly init: StateInit
}

export type Actors = Readonly<Record<ActorName, Actor>>

/** The actors of a devnet: their keys follow from its seed. The giver's wallet is there from the zero state on. */
export function actorsOf({ devnet, seed }: Pick<Stage, 'devnet' | 'seed'>): Actors {
  const { globalId } = openShardStateUnsplit(devnet.zeroStates.masterchain.root)
  const names = Object.keys(VERSIONS) as (keyof typeof VERSIONS)[]
  const actors = names.map((name) => {
    const key = signingKey(derivedSeed(seed, `actor ${name}`))
    return actor(name, VERSIONS[name], key, name === 'victor' ? -1 : 0, globalId)
  })
  const giver = actor('giver', 'v3r2', devnet.keys.giver, -1, globalId)
  return Object.fromEntries([giver, ...actors].map((somebody) => [somebody.name, somebody])) as Actors
}

function actor(
  name: ActorName,
  version: WalletVersion,
  key: Actor['key'],
  workchain: number,
  globalId: number,
): Actor {
  const walletId = walletIdOf(version, workchain, globalId)
  const init = walletInit(version, key.publicKey, walletId)
  return { name, version, key, walletId, init, address: addressOf(init, workchain) }
}

/** The address of a contract with this code and data. */
export function addressOf(init: StateInit, workchain = 0): Address {
  return new Address(workchain, beginCell().store(storeStateInit(init)).endCell().hash())
}

/** Code and data of a contract, as a message brings them along. */
export function initOf(code: Cell, data: Cell): StateInit {
  return { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined }
}

/** The external message of an actor; it brings the wallet's code where there is none yet. */
export async function orderOf(
  stage: Pick<Stage, 'state' | 'now'>,
  { address, init, ...owner }: Omit<Actor, 'name'>,
  transfers: readonly Transfer[],
): Promise<Cell> {
  const state = await stage.state(address)
  const data = state?.data ?? init.data ?? beginCell().endCell()
  const body = walletOrder({ ...owner, address }, data, transfers, stage.now())
  return externalMessage(address, body, state ? undefined : init)
}

/** ext_in_msg_info from nowhere. */
export function externalMessage(to: Address, body: Cell, init?: StateInit): Cell {
  const message = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(to).storeCoins(0)
  message.storeBit(init !== undefined)
  if (init) message.storeBit(1).storeRef(beginCell().store(storeStateInit(init)).endCell())
  return message.storeBit(1).storeRef(body).endCell()
}

/**
 * Has an actor send these messages in the next block. Each actor sends one external message per block: the wallet's
 * seqno is read from the newest state.
 */
export async function sendFrom(
  stage: Pick<Stage, 'state' | 'now' | 'send'>,
  actor: Actor,
  transfers: readonly Transfer[],
): Promise<void> {
  await stage.send(await orderOf(stage, actor, transfers))
}
