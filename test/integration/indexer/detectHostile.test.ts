import { type Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { parameterOrder } from '../../../src-main/devnet/scenario/configOrder.ts'
import { dns, dnsOf } from '../../../src-main/devnet/scenario/dns.ts'
import {
  jettonOf,
  jettonWalletInit,
  jettonWalletOf,
  mintJettons,
} from '../../../src-main/devnet/scenario/jettonContract.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { brokenContracts, slowContract } from '../devnet/brokenContracts.ts'
import { chameleon, libraryMaster, mayfly, uninitDeposit } from '../devnet/changingContracts.ts'
import { forgedContracts, UNINIT_MASTER } from '../devnet/forgedContracts.ts'
import {
  lateCounterparts,
  lateZone,
  manyItems,
  transferRequest,
  twofoldClaim,
} from '../devnet/lateCounterparts.ts'
import { replaceableMaster } from '../devnet/replaceableMaster.ts'
import { type IndexedScene, openIndexedScene } from './indexedScene.ts'

const TIMEOUT = 180_000

describe('detection in a chain with hostile contracts', () => {
  let index: IndexedScene

  beforeAll(async () => {
    index = await openIndexedScene([wallets, jettons, collection, dns, multisig], { byDefault: true })
  }, TIMEOUT)
  afterAll(() => index?.close())

  it('lists only contracts that their counterparts acknowledge', {
    timeout: TIMEOUT,
  }, async () => {
    const { users } = index.scene
    const contracts = [...forgedContracts(users), ...brokenContracts(), slowContract()]
    const deployments = contracts.map(({ deploy }) => deploy)
    await index.play(users.treasury, uninitDeposit(UNINIT_MASTER), ...deployments)
    const text = (kinds: readonly string[]) => [...kinds].sort().join()
    expect(
      Object.fromEntries(contracts.map(({ name, address }) => [name, text(index.kindsOf(address))])),
    ).toEqual(Object.fromEntries(contracts.map(({ name, expected }) => [name, text(expected.verified)])))
  })

  it.each([
    ['changes its code', chameleon],
    ['deletes itself', mayfly],
  ] as const)(
    'has no row of a former jetton wallet that %s',
    {
      timeout: TIMEOUT,
    },
    async (_, contractOf) => {
      const { treasury } = index.scene.users
      const { address, master, states } = contractOf(index.scene.users)
      await index.play(treasury, master.deploy)
      for (const { name, message, expected } of states) {
        await index.play(treasury, message)
        expect(index.kindsOf(address), name).toEqual(expected?.verified ?? [])
      }
    },
  )

  it('verifies the wallets of a master again when its code changes', { timeout: TIMEOUT }, async () => {
    const { treasury, alice } = index.scene.users
    const { master, wallet, acknowledging, denying } = replaceableMaster(alice.address)
    await index.play(treasury, master, acknowledging, wallet)
    expect(index.kindsOf(wallet.to)).toEqual(['jetton_wallet'])
    await index.play(treasury, denying)
    expect(index.kindsOf(master.to)).toEqual(['jetton_master'])
    expect(index.kindsOf(wallet.to)).toEqual([])
  })

  it('verifies contracts that their counterparts acknowledge by a change of data, until they deny them', {
    timeout: TIMEOUT,
  }, async () => {
    const { treasury, alice } = index.scene.users
    const claims = lateCounterparts(alice.address, 1)
    await index.play(treasury, ...claims.flatMap(({ deploy }) => deploy))
    const kinds = () => claims.map(({ claim }) => index.kindsOf(claim))
    const all = claims.map(({ kind }) => [kind])
    expect(kinds()).toEqual(all.map(() => []))
    const [wallet] = claims
    if (wallet) await index.play(alice, transferRequest(wallet.claim, alice.address))
    expect(index.transfersOf(claims[0]?.claim)).toBe(0)
    // The contracts themselves get no message.
    await index.play(treasury, ...claims.map(({ acknowledge }) => acknowledge))
    expect(kinds()).toEqual(all)
    expect(index.transfersOf(claims[0]?.claim)).toBe(1)
    await index.play(treasury, ...claims.map(({ deny }) => deny))
    expect(kinds()).toEqual(all.map(() => []))
  })

  it('no longer lists an item between others when its collection denies this one only', {
    timeout: TIMEOUT,
  }, async () => {
    const { treasury, alice } = index.scene.users
    const { items, deploy, denying } = manyItems(alice.address, 6)
    await index.play(treasury, ...deploy)
    const kinds = () => items.map((item) => index.kindsOf(item).join())
    expect(kinds()).toEqual(items.map(() => 'nft_item'))
    await index.play(treasury, denying(3))
    expect(kinds()).toEqual(items.map((_, at) => (at === 3 ? '' : 'nft_item')))
  })

  it.each(['wallet', 'item'] as const)(
    'verifies a contract with two claims, first as %s',
    {
      timeout: TIMEOUT,
    },
    async (first) => {
      const { treasury, alice } = index.scene.users
      const claims = twofoldClaim(alice.address, first.length)
      await index.play(treasury, ...claims.deploy)
      expect(index.kindsOf(claims.claim)).toEqual([])
      const { acknowledgeWallet, acknowledgeItem } = claims
      const steps = [
        { message: acknowledgeWallet, kind: 'jetton_wallet' },
        { message: acknowledgeItem, kind: 'nft_item' },
      ] as const
      const [one, other] = first === 'wallet' ? steps : [steps[1], steps[0]]
      await index.play(treasury, one.message)
      expect(index.kindsOf(claims.claim)).toEqual([one.kind])
      await index.play(treasury, other.message)
      expect(index.kindsOf(claims.claim)).toEqual(['jetton_wallet', 'nft_item'])
    },
  )

  describe('in which the DNS root changes', () => {
    const setRoot = async (to: Address) => {
      const { context } = index.scene
      const order = await parameterOrder(context, 4, beginCell().storeBuffer(to.hash).endCell())
      await context.send(order)
      await context.settle()
      await index.detected()
    }
    afterAll(() => setRoot(dnsOf(index.scene.users).root.address))

    it('gives an item its domain when the root begins to resolve to its collection, or another root does', {
      timeout: TIMEOUT,
    }, async () => {
      const { users } = index.scene
      const zone = lateZone(users.alice.address)
      await setRoot(zone.root)
      await index.play(users.treasury, ...zone.deploy, zone.deployNewRoot)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item'])
      await setRoot(zone.newRoot)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item', 'dns'])
      await setRoot(zone.root)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item'])
      await index.play(users.treasury, zone.acknowledge)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item', 'dns'])
      // A listed domain, too, is looked at again when the root keeps its address and changes its answer.
      await index.play(users.treasury, zone.deny)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item'])
      await index.play(users.treasury, zone.acknowledge)
      expect(index.kindsOf(zone.item)).toEqual(['nft_item', 'dns'])
    })
  })

  it('verifies a jetton wallet that was deployed before its master', { timeout: TIMEOUT }, async () => {
    const { treasury, alice, bob } = index.scene.users
    const jetton = jettonOf('Latecomer', {
      minterCode: tokenCode('jetton minter'),
      walletCode: tokenCode('jetton wallet'),
      admin: treasury.address,
      content: onchainContent({ name: 'Latecomer', symbol: 'LATE' }),
    })
    const wallet = jettonWalletOf(jetton, bob.address)
    const init = jettonWalletInit(jetton, bob.address)
    await index.play(treasury, { to: wallet, amount: ton(0.5), bounce: false, init })
    expect(index.kindsOf(wallet)).toEqual([])
    await index.play(treasury, { to: jetton.address, amount: ton(0.1), bounce: false })
    expect(index.kindsOf(wallet)).toEqual([])
    // The wallet itself gets no message.
    await index.play(treasury, mintJettons(jetton, alice.address, 5n, treasury.address))
    expect(index.kindsOf(jetton.address)).toEqual(['jetton_master'])
    expect(index.kindsOf(wallet)).toEqual(['jetton_wallet'])
  })

  it('verifies a master whose code is in a public library', { timeout: TIMEOUT }, async () => {
    const { bob } = index.scene.users
    const { contract, publish } = libraryMaster(bob)
    await index.play(bob, publish)
    await index.play(bob, contract.deploy)
    expect(index.kindsOf(contract.address)).toEqual(contract.expected.verified)
  })
})
