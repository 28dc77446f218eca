import type { Address, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#shared/apiError.ts'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { methodIdsOf } from '../../../src-main/contracts/methodIdsOf.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns } from '../../../src-main/devnet/scenario/dns.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import { sendFrom, type User } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { StackError } from '../../../src-main/tvm/stackValue.ts'
import { TvmDeadlineError, TvmInputError } from '../../../src-main/tvm/tvmErrors.ts'
import { brokenContracts, slowContract } from './brokenContracts.ts'
import {
  type ChangingContract,
  chameleon,
  libraryMaster,
  mayfly,
  uninitDeposit,
} from './changingContracts.ts'
import { ABSENT_MASTER, forgedContracts, UNINIT_MASTER } from './forgedContracts.ts'
import type { HostileContract, Verdict, VerifiedKind } from './hostileContracts.ts'
import { openScene, type Scene } from './scene.ts'
import { type ServedDevnet, serveToV2 } from './servedDevnet.ts'

const TIMEOUT = 120_000
/** Deployments of one external message. */
const BATCH = 12
const NOT_A_TOKEN = 409
/** What v2's getTokenData answers for a verified contract. */
const TOKEN_TYPES: readonly (readonly [VerifiedKind, string])[] = [
  ['jetton_master', 'jetton_master'],
  ['jetton_wallet', 'jetton_wallet'],
  ['nft_collection', 'nft_collection'],
  ['nft_item', 'nft_item'],
]

describe('hostile contracts', () => {
  let scene: Scene
  let served: ServedDevnet
  let contracts: readonly HostileContract[]
  const slow = slowContract()
  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection, dns, multisig])
    served = await serveToV2(scene.context.devnet, () => scene.context.now())
    contracts = [...forgedContracts(scene.users), ...brokenContracts()]
    const messages = [uninitDeposit(UNINIT_MASTER), ...[...contracts, slow].map(({ deploy }) => deploy)]
    for (let start = 0; start < messages.length; start += BATCH) {
      await play(scene.users.treasury, ...messages.slice(start, start + BATCH))
    }
  }, TIMEOUT)
  afterAll(async () => {
    await served.close()
    await scene.close()
  })

  async function play(by: User, ...messages: readonly Transfer[]): Promise<void> {
    await sendFrom(scene.context, by, messages)
    await scene.context.settle()
  }

  async function codeOf(address: Address): Promise<Cell | undefined> {
    return (await scene.context.state(address))?.code
  }

  async function outcomeOf(address: Address, method: string): Promise<number | 'refused'> {
    try {
      return (await scene.getMethods.run(address, method)).exitCode
    } catch (error) {
      if (error instanceof TvmInputError || error instanceof StackError) return 'refused'
      throw error
    }
  }

  async function tokenTypeOf(address: Address): Promise<string | undefined> {
    try {
      return (await served.tokenData(address)).contract_type
    } catch (error) {
      if (error instanceof ApiError && error.status === NOT_A_TOKEN) return undefined
      throw error
    }
  }

  /** Returns the observed facts of a contract, in the form of the expected ones. */
  async function seen(address: Address, { outcomes }: Verdict, code: Cell | undefined) {
    const methods = Object.keys(outcomes)
    return {
      interfaces: (code && interfacesOf(code.hash().toString('base64'), methodIdsOf(code))) ?? [],
      outcomes: Object.fromEntries(
        await Promise.all(methods.map(async (method) => [method, await outcomeOf(address, method)] as const)),
      ),
      token: await tokenTypeOf(address),
    }
  }

  function wanted({ interfaces, outcomes, verified }: Verdict) {
    const token = TOKEN_TYPES.find(([kind]) => verified.includes(kind))?.[1]
    return { interfaces, outcomes, token }
  }

  it('have names and addresses of their own', () => {
    expect(new Set(contracts.map(({ name }) => name)).size).toBe(contracts.length)
    expect(new Set(contracts.map(({ address }) => address.toRawString())).size).toBe(contracts.length)
  })

  it('are deployed, and their get-methods and getTokenData answer as described', {
    timeout: TIMEOUT,
  }, async () => {
    const found = new Map<string, unknown>()
    for (const { name, address, expected } of contracts) {
      const code = await codeOf(address)
      expect(code, name).toBeDefined()
      found.set(name, await seen(address, expected, code))
    }
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(contracts.map(({ name, expected }) => [name, wanted(expected)])),
    )
  })

  it('have counterparts that are uninitialized or not there', async () => {
    expect((await scene.context.account(UNINIT_MASTER))?.storage.state.type).toBe('uninit')
    expect(await scene.context.account(ABSENT_MASTER)).toBeUndefined()
  })

  it('end a get-method that takes seconds by its gas or by the deadline', { timeout: TIMEOUT }, async () => {
    const outcome = await outcomeOf(slow.address, 'get_jetton_data').catch((error: unknown) => error)
    if (!(outcome instanceof TvmDeadlineError)) expect(outcome).toBe(-14)
  })

  it('leave trees of cells that runGetMethod refuses to write out', async () => {
    const tree = contracts.find(({ name }) => name.startsWith('get-methods that leave trees'))
    if (!tree) throw new Error('there is no such contract')
    const { workChain, hash } = tree.address
    const values = {
      address: { workchain: workChain, hash },
      method: 'get_nft_data',
      stack: [],
      seqno: undefined,
    }
    await expect(served.api.call('runGetMethod', values).result).rejects.toThrow(
      'Result cell has too many references',
    )
  })

  it.each([
    ['changes its code', chameleon],
    ['deletes itself', mayfly],
  ] as const)('have a jetton wallet that %s, state by state', { timeout: TIMEOUT }, async (_, contractOf) => {
    const { treasury } = scene.users
    const { address, master, states }: ChangingContract = contractOf(scene.users)
    await play(treasury, master.deploy)
    expect(await seen(master.address, master.expected, await codeOf(master.address))).toEqual(
      wanted(master.expected),
    )
    for (const { name, message, expected } of states) {
      await play(treasury, message)
      const code = await codeOf(address)
      if (!expected) {
        expect(await scene.context.account(address), name).toBeUndefined()
        expect(await tokenTypeOf(address), name).toBeUndefined()
        continue
      }
      expect(code, name).toBeDefined()
      expect(await seen(address, expected, code), name).toEqual(wanted(expected))
    }
  })

  it('have code in a library: found while it is published, absent when it is withdrawn', async () => {
    const { bob } = scene.users
    const { contract, library, publish, withdraw, expectedWithout } = libraryMaster(bob)
    await play(bob, publish)
    await play(bob, contract.deploy)
    expect((await codeOf(contract.address))?.isExotic).toBe(true)
    const published = await publicLibrary(library)
    expect(await seen(contract.address, contract.expected, published)).toEqual(wanted(contract.expected))

    await play(bob, withdraw)
    expect(await publicLibrary(library)).toBeUndefined()
    for (const [method, outcome] of Object.entries(expectedWithout.outcomes)) {
      expect(await outcomeOf(contract.address, method), method).toBe(outcome)
    }
  })

  async function publicLibrary(hash: string): Promise<Cell | undefined> {
    const { store } = scene.context.devnet
    const { details } = openMasterchain(await store.state({ id: store.head(), head: undefined }))
    return details.libraries.get(Buffer.from(hash, 'hex'))?.lib
  }
})
