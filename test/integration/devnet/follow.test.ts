import type { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadTransaction } from '../../../src-main/chain/block/transaction.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

/** The client proves every answer from the zero state, and throws without a proof. */
describe('a client that trusts only the zero state', () => {
  let test: TestDevnet
  let server: AdnlServer
  let network: OpenLiteNetwork
  const wallets = [0, 1, 2, 3].map((index) => TestWallet.basechain(index))

  beforeAll(async () => {
    test = await openTestDevnet()
    server = await serveDevnet(test.devnet, { clock: () => test.time.now })
    network = await openLiteNetwork({
      config: {
        liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
        zeroState: test.devnet.store.zeroState,
      },
    })
  })
  afterAll(async () => {
    network.close()
    await server.close()
    await test.close()
  })

  const step = async () => {
    test.time.now += 5
    return test.devnet.step()
  }
  const balance = async (address: Address): Promise<bigint> => {
    const session = network.session()
    const { account } = await session.account(await session.last(), address)
    return (account && openAccount(account)?.storage.balance.coins) ?? 0n
  }

  it('follows it through transfers from the giver and between wallets', { timeout: 120_000 }, async () => {
    const { devnet, time } = test
    const giver = TestWallet.giver(devnet.keys.giver)
    await step()
    await devnet.send(
      giver.message(
        wallets.map(({ address }) => ({ to: address, amount: 100_000_000_000n })),
        { now: time.now },
      ),
    )
    await step()
    await step()
    for (const wallet of wallets) expect(await balance(wallet.address)).toBe(100_000_000_000n)

    for (let round = 0; round < 20; round++) {
      for (const [index, wallet] of wallets.entries()) {
        const to = wallets[(index + round) % wallets.length]?.address as Address
        await devnet.send(wallet.message([{ to, amount: 1_000_000_000n + BigInt(round) }], { now: time.now }))
        wallet.seqno++
      }
      const made = await step()
      const session = network.session()
      expect(await session.masterchainBlock(made.masterchain.seqno)).toEqual(made.masterchain)
      expect(await session.shards(made.masterchain)).toEqual(made.shards)
      for (const id of [made.masterchain, ...made.shards]) {
        const { transactions } = await session.blockTransactionsExt(id, 256)
        expect(transactions.length).toBeGreaterThan(id.workchain === 0 ? 3 : 1)
      }
    }
    const last = wallets[0] as TestWallet
    const session = network.session()
    const answer = await session.account(await session.last(), last.address)
    const history = await session.transactions(last.address, answer.lastTransLt, answer.lastTransHash, 16)
    expect(
      history.map(({ transaction }) => parseCell(transaction, 'Transaction', loadTransaction).endStatus),
    ).toEqual(Array.from({ length: 16 }, () => 'active'))
  })

  it('follows it through fifty more blocks and every kind of question', { timeout: 120_000 }, async () => {
    for (let made = 0; made < 50; made++) await step()
    const head = test.devnet.store.head()
    const session = network.session()
    expect(await session.last()).toEqual(head)
    expect(head.seqno).toBeGreaterThan(70)
    expect((await session.blockHeader(head)).prevBlocks).toHaveLength(1)
    expect(await session.configParam(head, 34)).toBeDefined()
    await session.configAll(head)
    for (const seqno of [2, 3, 20, head.seqno]) {
      const id = await session.masterchainBlock(seqno)
      expect(id.seqno).toBe(seqno)
      expect((await session.blockSignatures(seqno)).signatures).toHaveLength(1)
      await session.shards(id)
    }
    expect((await session.outMsgQueueSizes()).sizes.map(({ size }) => size)).toEqual([0, 0])
    const shardBlockProof = await session.shardBlockProof({
      workchain: 0,
      shard: 1n << 63n,
      by: { seqno: 30 },
    })
    expect(shardBlockProof.links.length).toBeGreaterThan(0)
    expect(
      (await session.lookupBlock({ workchain: 0, shard: 1n << 63n, by: { utime: test.time.now } })).workchain,
    ).toBe(0)
  })
})
