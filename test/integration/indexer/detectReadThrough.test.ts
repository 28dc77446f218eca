import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns } from '../../../src-main/devnet/scenario/dns.ts'
import {
  jettonOf,
  jettonWalletInit,
  jettonWalletOf,
  mintJettons,
} from '../../../src-main/devnet/scenario/jettonContract.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { sendFrom } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import type { ContractDetection } from '../../../src-main/indexer/indexer.ts'
import { stdAddressOf } from '../../../src-main/indexer/stdAddress.ts'
import { lateCounterparts } from '../devnet/lateCounterparts.ts'
import { type IndexedScene, openIndexedScene } from './indexedScene.ts'

const TIMEOUT = 120_000

describe('detection in an index that follows no network', () => {
  let index: IndexedScene
  let detection: ContractDetection
  const options = { signal: AbortSignal.timeout(TIMEOUT) }

  beforeAll(async () => {
    index = await openIndexedScene([wallets, jettons, collection, dns], { byDefault: false })
    detection = index.indexer.detection as ContractDetection
  }, TIMEOUT)
  afterAll(() => index?.close())

  /** An account of the scenario by its name. */
  function introduced(name: string): Address {
    const found = index.scene.context.accounts.find((known) => known.name === name)
    if (!found) throw new Error(`the scenario has no ${name}`)
    return Address.parse(found.address)
  }

  it('reads an NFT item and the collection that acknowledges it', async () => {
    const item = introduced('Swift #0')
    expect(await detection.detect(stdAddressOf(item), options)).toBe(true)
    expect(index.kindsOf(item)).toEqual(['nft_item'])
    expect(index.indexer.status().coverage).toEqual([])
  })

  it("finds the wallet that a jetton's master returns for an owner", async () => {
    const master = introduced('Paper Crane (USDP)')
    const { alice } = index.scene.users
    const wallet = introduced("alice's Paper Crane")
    expect(index.kindsOf(wallet)).toEqual([])
    expect(await detection.jettonWallet(stdAddressOf(alice.address), stdAddressOf(master), options)).toBe(
      true,
    )
    expect(index.kindsOf(wallet)).toEqual(['jetton_wallet'])
  })

  it('finds the NFT item of a domain by the DNS root of the configuration', async () => {
    const domain = introduced('alice.ton')
    expect(await detection.domain('alice.ton', options)).toBe(true)
    expect(index.kindsOf(domain)).toEqual(['nft_item', 'dns'])
  })

  it.each(['no-such-name-here.ton', 'alice.example', 'sub.alice.ton', 'ton', ''])(
    'finds no domain "%s"',
    async (name) => {
      expect(await detection.domain(name, options)).toBe(false)
    },
  )

  it('finds nothing at a wallet and at an account that does not exist, and no jetton at an item', async () => {
    const { alice } = index.scene.users
    expect(await detection.detect(stdAddressOf(alice.address), options)).toBe(false)
    expect(await detection.detect(Buffer.alloc(33, 7), options)).toBe(false)
    const item = stdAddressOf(introduced('Swift #0'))
    expect(await detection.jettonWallet(stdAddressOf(alice.address), item, options)).toBe(false)
  })

  it('finds contracts after their counterparts acknowledge them by a change of data', async () => {
    const { context, users } = index.scene
    const claims = lateCounterparts(users.alice.address, 2)
    const play = async (messages: readonly Transfer[]) => {
      await sendFrom(context, users.treasury, messages)
      await context.settle()
    }
    await play(claims.flatMap(({ deploy }) => deploy))
    for (const { claim } of claims) expect(await detection.detect(stdAddressOf(claim), options)).toBe(false)
    await play(claims.map(({ acknowledge }) => acknowledge))
    for (const { claim, kind } of claims) {
      expect(await detection.detect(stdAddressOf(claim), options), kind).toBe(true)
      expect(index.kindsOf(claim)).toEqual([kind])
    }
    await play(claims.map(({ deny }) => deny))
    for (const { claim } of claims) expect(await detection.detect(stdAddressOf(claim), options)).toBe(false)
  })

  it('finds a wallet after its master was deployed', async () => {
    const { context, users } = index.scene
    const { treasury, alice, bob } = users
    const jetton = jettonOf('Latecomer', {
      minterCode: tokenCode('jetton minter'),
      walletCode: tokenCode('jetton wallet'),
      admin: treasury.address,
      content: onchainContent({ name: 'Latecomer', symbol: 'LATE' }),
    })
    const wallet = jettonWalletOf(jetton, bob.address)
    const init = jettonWalletInit(jetton, bob.address)
    await sendFrom(context, treasury, [{ to: wallet, amount: ton(0.5), bounce: false, init }])
    await context.settle()
    expect(await detection.detect(stdAddressOf(wallet), options)).toBe(false)
    await sendFrom(context, treasury, [mintJettons(jetton, alice.address, 5n, treasury.address)])
    await context.settle()
    expect(await detection.detect(stdAddressOf(wallet), options)).toBe(true)
    expect(index.kindsOf(wallet)).toEqual(['jetton_wallet'])
  })
})
