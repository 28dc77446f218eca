import { Address, beginCell, type Cell } from '@ton/core'
import { type StateInit, storeStateInit } from '../../chain/block/stateInit.ts'
import { openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { derivedSeed, signingKey } from '../keys.ts'
import type { WalletVersion } from './code/wallets.ts'
import type { ScenarioContext } from './scenarioContext.ts'
import { type Transfer, type WalletOwner, walletIdOf, walletInit, walletOrder } from './walletContract.ts'

/** The users of the scenario, with the versions of their wallets. All other coins are the giver's. */
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
  /** Its wallet is in the masterchain. */
  victor: 'v3r2',
  /** Issues tokens and owns what is public: jettons, the collection, the pool. */
  treasury: 'v5r1',
  /** Attacker: issues the tokens with hostile content. Has coins and a wallet only if that step is run. */
  mallory: 'v5r1',
} as const satisfies Readonly<Record<string, WalletVersion>>

export type UserName = keyof typeof VERSIONS | 'giver'

/** A user of the scenario, who has a wallet. */
export type User = WalletOwner & {
  readonly name: UserName
  readonly init: StateInit
}

export type Users = Readonly<Record<UserName, User>>

/** Returns the users of a devnet. Their keys are derived from its seed. The giver's wallet is part of the zero state. */
export function usersOf({ devnet, seed }: Pick<ScenarioContext, 'devnet' | 'seed'>): Users {
  const { globalId } = openShardStateUnsplit(devnet.zeroStates.masterchain.root)
  const names = Object.keys(VERSIONS) as (keyof typeof VERSIONS)[]
  const users = names.map((name) => {
    const key = signingKey(derivedSeed(seed, `actor ${name}`))
    return createUser(name, VERSIONS[name], key, name === 'victor' ? -1 : 0, globalId)
  })
  const giver = createUser('giver', 'v3r2', devnet.keys.giver, -1, globalId)
  return Object.fromEntries([giver, ...users].map((user) => [user.name, user])) as Users
}

function createUser(
  name: UserName,
  version: WalletVersion,
  key: User['key'],
  workchain: number,
  globalId: number,
): User {
  const walletId = walletIdOf(version, workchain, globalId)
  const init = walletInit(version, key.publicKey, walletId)
  return { name, version, key, walletId, init, address: addressOf(init, workchain) }
}

/** Returns the address of a contract with this code and data. */
export function addressOf(init: StateInit, workchain = 0): Address {
  return new Address(workchain, beginCell().store(storeStateInit(init)).endCell().hash())
}

/** Returns code and data of a contract as a message includes them. */
export function initOf(code: Cell, data: Cell): StateInit {
  return { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined }
}

/** Returns a signed external message of a user's wallet, with the wallet's code if it is not deployed. */
export async function walletMessage(
  context: Pick<ScenarioContext, 'state' | 'now'>,
  { address, init, ...owner }: Omit<User, 'name'>,
  transfers: readonly Transfer[],
): Promise<Cell> {
  const state = await context.state(address)
  const data = state?.data ?? init.data ?? beginCell().endCell()
  const body = walletOrder({ ...owner, address }, data, transfers, context.now())
  return externalMessage(address, body, state ? undefined : init)
}

/** Builds ext_in_msg_info without a source. */
export function externalMessage(to: Address, body: Cell, init?: StateInit): Cell {
  const message = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(to).storeCoins(0)
  message.storeBit(init !== undefined)
  if (init) message.storeBit(1).storeRef(beginCell().store(storeStateInit(init)).endCell())
  return message.storeBit(1).storeRef(body).endCell()
}

/**
 * Sends messages from a user's wallet in the next block. A user can send one external message per block: the wallet's
 * seqno is read from the newest state.
 */
export async function sendFrom(
  context: Pick<ScenarioContext, 'state' | 'now' | 'send'>,
  user: User,
  transfers: readonly Transfer[],
): Promise<void> {
  await context.send(await walletMessage(context, user, transfers))
}
