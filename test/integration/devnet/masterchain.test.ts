import { Address, beginCell, CellType } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../src-main/chain/block/blockExtra.ts'
import { loadInMsgDescr } from '../../../src-main/chain/block/inMsgDescr.ts'
import { loadShardAccountBlocks } from '../../../src-main/chain/block/shardAccountBlocks.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { isBalanced } from '../../../src-main/devnet/collator/balance.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { EXTRA_CURRENCY_ID } from '../../../src-main/devnet/zeroState/configuration.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { loadMcBlockExtra } from '../../chain/blockCodecs.ts'
import { changeParameter } from './changeParameter.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

describe('the masterchain of a devnet', () => {
  let test: TestDevnet
  beforeAll(async () => {
    test = await openTestDevnet('masterchain')
    await test.devnet.step()
  })
  afterAll(() => test.close())

  const headState = async () => {
    const { store } = test.devnet
    return openMasterchain(await store.state({ id: store.head(), head: undefined }))
  }

  /** A masterchain block's books, what its own transactions and messages paid, and coins created in shard blocks. */
  const flowOf = async (id: BlockIdExt) => {
    const { store } = test.devnet
    const stored = store.find(id)
    if (!stored) throw new Error('no such block')
    const { valueFlow, extra } = parseCell(store.root(stored), 'Block', loadBlock)
    const { accountBlocks, inMsgDescr, custom } = parseCell(extra, 'BlockExtra', loadBlockExtra)
    const transactions = parseCell(accountBlocks, 'ShardAccountBlocks', loadShardAccountBlocks)
    const imports = parseCell(inMsgDescr, 'InMsgDescr', (slice) => loadInMsgDescr(slice, 13))
    return {
      valueFlow,
      ownFees: transactions.extra.coins + imports.extra.feesCollected,
      create: custom ? parseCell(custom, 'McBlockExtra', loadMcBlockExtra).shardFees.extra.create.coins : 0n,
    }
  }

  it('shows in each update the parts of the old state that a validator reads, as clients expect', async () => {
    const { store } = test.devnet
    for (let made = 0; made < 4; made++) await test.devnet.step()
    for (let seqno = 1; seqno <= store.head().seqno; seqno++) {
      const stored = store.findBySeqno({ ...store.zeroState, seqno })
      if (!stored) throw new Error(`block ${seqno} is not there`)
      const update = parseCell(store.root(stored), 'Block', loadBlock).stateUpdate
      const extra = update.refs[0]?.refs[3]
      // The cell with `flags` follows shard_hashes, which can be empty, and config.
      const flags = extra?.refs[extra.beginParse().skip(16).loadBit() ? 2 : 1]
      const types = [update.refs[0], extra, flags].map((cell) => cell?.type)
      expect([seqno, ...types]).toEqual([seqno, CellType.Ordinary, CellType.Ordinary, CellType.Ordinary])
    }
  })

  it('mints its extra currency in the first block, for the giver', async () => {
    const { accounts, extra } = await headState()
    const giver = TestWallet.giver(test.devnet.keys.giver)
    const { balance } = openAccount(accounts.get(giver.address.hash)!.account)!.storage
    expect(balance.other?.get(EXTRA_CURRENCY_ID)).toBe(1_000_000_000_000n)
    expect(extra.globalBalance.other?.get(EXTRA_CURRENCY_ID)).toBe(1_000_000_000_000n)
  })

  it('collects its fees in the elector', async () => {
    const elector = (state: Awaited<ReturnType<typeof headState>>) =>
      openAccount(state.accounts.get(Buffer.alloc(32, 0x33))!.account)!.storage.balance.coins
    const before = elector(await headState())
    await test.devnet.step()
    // 1.7 for the masterchain block and 1 for the shard's.
    expect(elector(await headState())).toBe(before + 2_700_000_000n)
  })

  it('burns half of all fees, and coins that are sent to the blackhole', async () => {
    const { devnet, time } = test
    const giver = TestWallet.giver(devnet.keys.giver)
    const blackhole = new Address(-1, Buffer.alloc(32, 0xff))
    const gifts = [blackhole, TestWallet.basechain(3).address].map((to) => ({ to, amount: 5_000_000_001n }))
    await devnet.send(giver.message(gifts, { now: time.now, seqno: giver.seqno++ }))
    const burnings: bigint[] = []
    for (let made = 0; made < 4; made++) {
      const before = (await headState()).extra.globalBalance.coins
      const { masterchain, shards } = await devnet.step()
      for (const id of shards) expect((await flowOf(id)).valueFlow.burned).toBeUndefined()
      const { valueFlow: flow, ownFees, create } = await flowOf(masterchain)
      expect(isBalanced(flow)).toBe(true)
      const burned = flow.burned?.coins ?? 0n
      const ofFees = (flow.feesImported.coins - create) / 2n + ownFees / 2n
      expect([0n, 5_000_000_001n]).toContain(burned - ofFees)
      expect(flow.feesCollected.coins).toBe(flow.created.coins + flow.feesImported.coins + ownFees - ofFees)
      expect((await headState()).extra.globalBalance.coins).toBe(
        before + flow.created.coins + create - burned,
      )
      burnings.push(burned)
    }
    expect(burnings.filter((burned) => burned > 5_000_000_001n)).toHaveLength(1)
    // The message to the basechain paid fees there.
    expect(burnings.filter((burned) => burned > 0n && burned < 5_000_000_001n).length).toBeGreaterThan(0)
    const account = (await headState()).accounts.get(blackhole.hash)
    expect((account && openAccount(account.account)?.storage.balance.coins) ?? 0n).toBe(0n)
  })

  it('delivers between the chains, the message leaving its queue once it has arrived', async () => {
    const { devnet, time } = test
    const giver = TestWallet.giver(devnet.keys.giver)
    const to = new Address(0, Buffer.alloc(32, 9))
    await devnet.send(giver.message([{ to, amount: 1_000_000_000n }], { now: time.now, seqno: 1 }))
    await devnet.step()
    expect((await headState()).queueSize).toBe(1)
    await devnet.step()
    expect((await headState()).queueSize).toBe(0)
  })

  it('makes a key block when a parameter changes, which clients follow', async () => {
    const { devnet, time } = test
    const before = devnet.store.head()
    await devnet.send(
      changeParameter(devnet.keys.validator, 4, beginCell().storeBuffer(Buffer.alloc(32, 7)), time.now),
    )
    const { masterchain } = await devnet.step()
    expect(devnet.store.find(masterchain)?.head?.keyBlock).toBe(true)
    expect(devnet.store.keyBlockUpTo(masterchain.seqno)).toEqual(masterchain)
    expect(devnet.store.keyBlockFrom(before.seqno)).toEqual(masterchain)
    for (let made = 0; made < 3; made++) await devnet.step()
    const state = await headState()
    expect(readConfigParam(state.extra.config.config, 4)).toEqual(Buffer.alloc(32, 7))
    expect(state.extraDetails.lastKeyBlock?.seqno).toBe(masterchain.seqno)
    expect(state.extraDetails.validatorInfo.catchainSeqno).toBe(1)

    const server = await serveDevnet(devnet, { clock: () => time.now })
    const network = await openLiteNetwork({
      config: {
        liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
        zeroState: devnet.store.zeroState,
      },
    })
    const session = network.session()
    expect(await session.last()).toEqual(devnet.store.head())
    expect(network.stats().keyBlock).toEqual(masterchain)
    expect((await session.configParam(devnet.store.head(), 4))?.beginParse().loadBuffer(32)).toEqual(
      Buffer.alloc(32, 7),
    )
    network.close()
    await server.close()
  })

  it('keeps its configuration where the new one lacks a mandatory parameter', async () => {
    const { devnet, time } = test
    const before = (await headState()).extra.config.config.hash()
    // Parameter 34 (validators) as something that is none.
    await devnet.send(changeParameter(devnet.keys.validator, 34, beginCell().storeUint(1, 8), time.now, 1))
    const { masterchain } = await devnet.step()
    expect(devnet.store.find(masterchain)?.head?.keyBlock).toBe(false)
    expect((await headState()).extra.config.config.hash()).toEqual(before)
  })
})

describe('two devnets of one seed', () => {
  it('make the same blocks of the same messages', async () => {
    const heads = await Promise.all(
      [1, 2].map(async () => {
        const test = await openTestDevnet('twins')
        const { devnet, time } = test
        await devnet.step()
        const to = TestWallet.basechain(0).address
        await devnet.send(
          TestWallet.giver(devnet.keys.giver).message([{ to, amount: 10n ** 9n }], { now: time.now }),
        )
        for (let made = 0; made < 4; made++) await devnet.step()
        const head = devnet.store.head()
        await test.close()
        return head
      }),
    )
    expect(heads[0]).toEqual(heads[1])
    expect(heads[0]?.seqno).toBe(5)
  })
})
