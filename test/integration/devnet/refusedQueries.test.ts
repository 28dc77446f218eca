import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createV2Api, type V2Api } from '../../../src-main/api/v2/api.ts'
import { birdsOf, collection } from '../../../src-main/devnet/scenario/collection.ts'
import { jettonWalletOf } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { jettons, jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import { itemAddress } from '../../../src-main/devnet/scenario/nftContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { LiteServerError, UnprovedRefusalError } from '../../../src-main/liteserver/errors.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { NetworkSession } from '../../../src-main/liteserver/network/verifiedSession.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { openScene, type Scene } from './scene.ts'

/** Issue 14, point 17: a liteserver that refuses one query made real tokens "not a token" and ended searches. */
describe('a liteserver that refuses one query', () => {
  let scene: Scene
  let network: OpenLiteNetwork
  let api: V2Api
  const closing: (() => unknown)[] = []
  /** Changes the session's behaviour; reset after each test. */
  let refuse: Partial<NetworkSession> = {}

  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection])
    const { devnet } = scene.context
    const clock = () => scene.context.now()
    const server = await serveDevnet(devnet, { clock })
    network = await openLiteNetwork({
      config: {
        liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
        zeroState: devnet.store.zeroState,
      },
    })
    const tvm = createTvmPool({ threads: 1 })
    const refusing = {
      ...network,
      session: (options?: Parameters<OpenLiteNetwork['session']>[0]) => overridden(network.session(options)),
    }
    api = createV2Api({ network: refusing, tvm, clock: () => clock() * 1000 })
    closing.push(
      () => network.close(),
      () => tvm.close(),
      () => server.close(),
      () => scene.close(),
    )
  }, 120_000)
  afterAll(async () => {
    for (const close of closing) await close()
  })

  function overridden(session: NetworkSession): NetworkSession {
    return new Proxy(session, {
      get(target, name) {
        const own = refuse[name as keyof NetworkSession]
        if (own) return own
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  const refusal = () => new LiteServerError(651, 'cannot load block')
  const tokenData = ({ workChain, hash }: Address) =>
    api.call('getTokenData', { address: { workchain: workChain, hash }, seqno: undefined }).result

  async function withRefusal<T>(overrides: Partial<NetworkSession>, work: () => Promise<T>): Promise<T> {
    refuse = overrides
    try {
      return await work()
    } finally {
      refuse = {}
    }
  }

  function refusingAccount(refused: Address): Partial<NetworkSession> {
    return {
      account(block, address) {
        if (address.equals(refused)) return Promise.reject(refusal())
        return network.session().account(block, address)
      },
    }
  }

  it('does not make a jetton wallet "not a token" by refusing its master', async () => {
    const { crane } = jettonsOf(scene.users)
    const wallet = jettonWalletOf(crane, scene.users.alice.address)
    expect(await tokenData(wallet)).toMatchObject({ contract_type: 'jetton_wallet' })
    await withRefusal(refusingAccount(crane.address), async () => {
      await expect(tokenData(wallet)).rejects.toThrow(UnprovedRefusalError)
    })
  })

  it('does not make an item "not a token" by refusing its collection', async () => {
    const birds = birdsOf(scene.users)
    const item = itemAddress(birds, 0)
    expect(await tokenData(item)).toMatchObject({ contract_type: 'nft_item' })
    await withRefusal(refusingAccount(birds.address), async () => {
      await expect(tokenData(item)).rejects.toThrow(UnprovedRefusalError)
    })
  })

  it('does not end a search for a transaction by refusing a block that exists', async () => {
    const { alice, bob } = scene.users
    const info = scene.of(alice.address).find((transaction) => transaction.out.length > 0)?.out[0]?.info
    if (info?.type !== 'internal') throw new Error('alice has sent no internal message')
    const ends = (address: Address) => ({ workchain: address.workChain, hash: address.hash })
    const question = {
      source: ends(alice.address),
      destination: ends(bob.address),
      // No message has this time, so that the search continues over all following blocks.
      created_lt: info.createdLt - 1n,
    }
    const locate = () => api.call('tryLocateTx', question).result
    await expect(locate()).rejects.toThrow('transaction was not found')
    const bySeqno: Partial<NetworkSession> = {
      lookupBlock(place) {
        if ('seqno' in place.by && place.workchain === 0) return Promise.reject(refusal())
        return network.session().lookupBlock(place)
      },
    }
    await withRefusal(bySeqno, () => expect(locate()).rejects.toThrow(UnprovedRefusalError))
  })

  it('refuses an account of a workchain that does not exist with the text of tonlib', async () => {
    const nowhere = new Address(7, Buffer.alloc(32, 0x5a))
    const text =
      /^VALIDATE_ACCOUNT_STATEshard block id \(-2147483648,0{16},0\):0{64}:0{64} in answer is invalid$/
    const values = { address: { workchain: 7, hash: nowhere.hash }, seqno: undefined }
    await expect(api.call('getAddressInformation', values).result).rejects.toThrow(text)
    await expect(api.call('getShardAccountCell', values).result).rejects.toThrow(text)
    await expect(tokenData(nowhere)).rejects.toThrow(text)
  })
})
