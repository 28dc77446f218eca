import { Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountPrefix, FULL_SHARD, shardChild, shardParent } from '#shared/ton/shard.ts'
import { allShards, findShard, shardBlockId } from '../../../src-main/chain/block/shardHashes.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import type { Step } from '../../../src-main/devnet/chain/devnet.ts'
import { openMasterchain, openState } from '../../../src-main/devnet/collator/openedState.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { verifyShardInfo } from '../../liteserver/verifyShardInfo.ts'
import { changeParameter } from './changeParameter.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

/** The requested number of shards, by the step from which on it applies. */
const WANTED: Readonly<Record<number, number>> = { 10: 4, 70: 1, 110: 4, 130: 2, 160: 8, 185: 1 }
const STEPS = 220

/** Two wallets in each quarter of the basechain. */
function walletsOfQuarters(): readonly TestWallet[] {
  const found = [0n, 1n, 2n, 3n].map((): TestWallet[] => [])
  for (let index = 0; found.some((quarter) => quarter.length < 2); index++) {
    const wallet = TestWallet.basechain(index)
    const quarter = found[Number(accountPrefix(wallet.address.hash) >> 62n)] as TestWallet[]
    if (quarter.length < 2) quarter.push(wallet)
  }
  return found.flat()
}

/** The client proves every answer of a session from the zero state, and throws without a proof. */
describe('a client that trusts only the zero state, on a devnet whose shards split and merge', () => {
  let test: TestDevnet
  let server: AdnlServer
  let network: OpenLiteNetwork
  let connection: AdnlConnection
  const random = new SeededRandom('split and merge')
  const wallets = walletsOfQuarters()
  const steps: Step[] = []
  const shardsSeen = new Set<string>()

  beforeAll(async () => {
    test = await openTestDevnet('split and merge')
    server = await serveDevnet(test.devnet, { clock: () => test.time.now })
    const address = { host: '127.0.0.1', port: server.port, publicKey: server.publicKey }
    network = await openLiteNetwork({
      config: { liteservers: [address], zeroState: test.devnet.store.zeroState },
    })
    connection = await connectAdnl(address)
  })
  afterAll(async () => {
    connection.close()
    network.close()
    await server.close()
    await test.close()
  })

  const step = async (): Promise<Step> => {
    test.time.now += 5
    const made = await test.devnet.step()
    steps.push(made)
    for (const { shard } of made.shards) shardsSeen.add(shard.toString(16))
    return made
  }
  const stateAfter = (id: BlockIdExt) => test.devnet.store.state({ id, head: undefined })
  const topOf = async (masterchain: BlockIdExt, address: Address): Promise<BlockIdExt> => {
    if (address.workChain === MASTERCHAIN) return masterchain
    const { extra } = openMasterchain(await stateAfter(masterchain))
    const entry = findShard(extra.shardHashes, 0, accountPrefix(address.hash))
    if (!entry) throw new Error('the basechain is gone')
    return shardBlockId(entry)
  }
  const anyone = () => random.pick(wallets).address
  const giver = () => TestWallet.giver(test.devnet.keys.giver)
  const stranger = () => new Address(random.below(3) === 0 ? MASTERCHAIN : 0, Buffer.from(random.bytes(32)))

  const traffic = async (): Promise<void> => {
    const { devnet, time } = test
    for (const wallet of new Set([0, 1, 2].map(() => random.pick(wallets)))) {
      const transfers = Array.from({ length: 1 + random.below(3) }, () => {
        const to = [anyone(), anyone(), anyone(), giver().address, stranger()][random.below(5)] as Address
        return { to, amount: 1_000_000n + BigInt(random.below(1_000_000_000)), bounce: random.below(2) === 0 }
      })
      await devnet.send(wallet.message(transfers, { now: time.now }))
      wallet.seqno++
    }
  }

  /** The newest blocks, an account in any shard, and one thing of long ago. */
  const look = async (made: Step): Promise<void> => {
    const session = network.session()
    expect(await session.last()).toEqual(made.masterchain)
    expect(await session.shards(made.masterchain)).toEqual(made.shards)
    for (const id of made.shards) {
      const header = await session.blockHeader(id)
      const expected = test.devnet.store.find(id)?.head
      expect(header.prevBlocks.map(({ seqno, rootHash }) => ({ seqno, rootHash }))).toEqual(
        expected?.prev.map(({ seqno, rootHash }) => ({ seqno, rootHash })),
      )
      expect([header.afterSplit, header.afterMerge]).toEqual([expected?.afterSplit, expected?.afterMerge])
    }
    const address = random.below(8) === 0 ? giver().address : anyone()
    const answer = await session.account(made.masterchain, address)
    const top = await topOf(made.masterchain, address)
    expect(answer.shardBlock).toEqual(top)
    const account = openState(await stateAfter(top)).accounts.get(address.hash)
    expect(answer.account?.hash()).toEqual(account?.account.hash())
    if (answer.account) {
      const [newest] = await session.transactions(address, answer.lastTransLt, answer.lastTransHash, 4)
      expect(newest?.transaction.hash()).toEqual(answer.lastTransHash)
      const holder = await session.transactionBlock(address, answer.lastTransLt)
      expect(await session.transaction(holder, address, answer.lastTransLt)).toBeDefined()
    }
  }
  const lookBack = async (): Promise<void> => {
    const session = network.session()
    const then = random.pick(steps.slice(3))
    const id = random.pick(then.shards)
    const found = await session.lookupBlock({ workchain: 0, shard: id.shard, by: { seqno: id.seqno } })
    expect(found).toEqual(id)
    const header = await session.blockHeader(id)
    expect(await session.lookupBlock({ workchain: 0, shard: id.shard, by: { lt: header.endLt } })).toEqual(id)
    expect(
      await session.lookupBlock({ workchain: 0, shard: id.shard, by: { utime: header.genUtime } }),
    ).toEqual(id)
    const listed = await session.blockTransactionsExt(id, 256)
    expect((await session.blockTransactions(id, 256)).transactions).toHaveLength(listed.transactions.length)
    const proof = await session.shardBlockProof({ workchain: 0, shard: id.shard, by: { seqno: id.seqno } })
    expect(proof.links.at(-1)?.id).toEqual(id)
  }

  /** A shard by its name, the half of one, and one that is split, which isn't found. */
  const askShards = async (masterchain: BlockIdExt): Promise<void> => {
    const { getShardInfo } = liteApi
    const { extra } = openMasterchain(await stateAfter(masterchain))
    for (const entry of allShards(extra.shardHashes)) {
      const { workchain, shard } = entry
      const ask = async (wanted: bigint, exact: boolean) => {
        const request = { id: masterchain, workchain, shard: wanted, exact }
        const answer = getShardInfo.decodeResponse(
          await connection.query(encodeLiteQuery(getShardInfo, request)),
        )
        return verifyShardInfo(request, answer)
      }
      expect(await ask(shard, true)).toEqual(entry)
      expect(await ask(shardChild(shard, 'left'), false)).toEqual(entry)
      expect(await ask(shardChild(shard, 'right'), true)).toBeUndefined()
      if (shard !== FULL_SHARD) expect(await ask(shardParent(shard), false)).toBeUndefined()
    }
  }

  it(`follows it for ${STEPS} blocks, through key blocks and sessions of validators`, {
    timeout: 600_000,
  }, async () => {
    const { devnet, time } = test
    await step()
    const gifts = wallets.map(({ address }) => ({ to: address, amount: 10_000_000_000_000n }))
    const from = giver()
    for (let sent = 0; sent < gifts.length; sent += 4, from.seqno++) {
      await devnet.send(from.message(gifts.slice(sent, sent + 4), { now: time.now }))
      await step()
    }
    await step()
    await step()
    let changes = 0
    while (steps.length < STEPS) {
      const at = steps.length
      const wanted = WANTED[at]
      if (wanted) devnet.setShards(wanted)
      await traffic()
      if (at % 60 === 30) {
        const value = beginCell().storeBuffer(Buffer.alloc(32, at))
        await devnet.send(changeParameter(devnet.keys.validator, 4, value, time.now, changes))
        changes++
      }
      const made = await step()
      await look(made)
      if (at % 4 === 0) await lookBack()
      if (at % 10 === 0) await askShards(made.masterchain)
    }
    expect(changes).toBe(4)
    expect([...shardsSeen].map((shard) => shard.replace(/0+$/, '')).sort()).toEqual(
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'].sort(),
    )
    expect(steps.at(-1)?.shards).toHaveLength(1)
    const keyBlocks = steps.filter(({ masterchain }) => devnet.store.find(masterchain)?.head?.keyBlock)
    expect(keyBlocks).toHaveLength(4)
    expect(network.stats().keyBlock).toEqual(keyBlocks.at(-1)?.masterchain)
    const last = await network.session().configParam(network.stats().newest, 4)
    expect(last?.beginParse().loadBuffer(32)).toEqual(Buffer.alloc(32, 210))
  })

  it('sees no lost message: every queue is empty', {
    timeout: 60_000,
  }, async () => {
    for (let made = 0; made < 4; made++) await step()
    const { sizes } = await network.session().outMsgQueueSizes()
    expect(sizes.map(({ id, size }) => `${formatBlockId(id)} ${size}`)).toEqual(
      sizes.map(({ id }) => `${formatBlockId(id)} 0`),
    )
  })

  it('proves its whole history to a client that connects late', { timeout: 120_000 }, async () => {
    const late = await openLiteNetwork({
      config: {
        liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
        zeroState: test.devnet.store.zeroState,
      },
    })
    const session = late.session()
    for (const { masterchain, shards } of steps.slice(1).toReversed()) {
      expect(await session.masterchainBlock(masterchain.seqno)).toEqual(masterchain)
      expect(await session.shards(masterchain)).toEqual(shards)
      for (const id of shards)
        if (id.seqno % 5 === 0) expect((await session.block(id)).root.hash()).toEqual(id.rootHash)
    }
    late.close()
  })
})
