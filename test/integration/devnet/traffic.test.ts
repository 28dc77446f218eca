import { Address, beginCell, type Cell } from '@ton/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { configParamCell, readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { keyOfUint } from '../../../src-main/chain/hashmap/key.ts'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { type OpenedMasterchain, openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { changeParameter } from './changeParameter.ts'
import { checkBlock } from './checkBlock.ts'
import { MessageLedger } from './messageLedger.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet, type Transfer } from './wallet.ts'

const WALLETS = 5

/** One message of a wallet: where to and how. */
const order = fc.record({
  from: fc.nat(WALLETS - 1),
  to: fc.oneof(
    fc.record({ wallet: fc.nat(WALLETS - 1) }),
    fc.record({ stranger: fc.nat(7), workchain: fc.constantFrom(0, -1) }),
  ),
  coins: fc.bigInt(0n, 30_000_000_000n),
  bounce: fc.boolean(),
  bodyBits: fc.nat(900),
  count: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom(0, 1, 3, 64, 128),
})

/** One that leaves the wallet something and can't fail. */
const smallOrder = order.map((given) => ({ ...given, coins: given.coins / 1000n, mode: 3 as const }))

describe('random traffic', () => {
  let executor: TransactionExecutor
  beforeAll(async () => {
    executor = await TransactionExecutor.create()
  })

  /** Sends the messages of a round and makes a step, whose blocks are checked. */
  const playRound = async (play: Play, round: readonly Order[]): Promise<void> => {
    const { test, wallets, ledger, kinds } = play
    const { devnet, time } = test
    time.now += 3
    for (const wallet of new Set(round.map(({ from }) => from))) {
      const transfers = round.filter(({ from }) => from === wallet).flatMap(transfersOf(wallets))
      await sendSome(devnet, wallets[wallet] as TestWallet, transfers.slice(0, 4), time.now)
    }
    const { masterchain, shards } = await devnet.step()
    ledger.add([...shards, masterchain].map((id) => devnet.store.root({ id, head: undefined })))
    for (const id of [...shards, masterchain]) await checkBlock(executor, devnet, id, kinds)
  }
  const begin = async (play: Play): Promise<void> => {
    const { test, wallets } = play
    await playRound(play, [])
    const gifts = wallets.slice(0, 4).map(({ address }) => ({ to: address, amount: 50_000_000_000n }))
    await test.devnet.send(TestWallet.giver(test.devnet.keys.giver).message(gifts, { now: test.time.now }))
    for (let step = 0; step < 3; step++) await playRound(play, [])
  }
  /** Until nothing is on its way: every message that was sent has come to its end. */
  const settle = async (play: Play): Promise<void> => {
    for (let step = 0; play.ledger.onWay > 0 && step < 60; step++) await playRound(play, [])
    expect(play.ledger.onWay).toBe(0)
  }

  it("makes blocks that balance, are consistent, and equal the executor's results", {
    timeout: 600_000,
  }, async () => {
    const kinds = new Map<string, number>()
    const rounds = fc.array(
      fc.record({ shards: fc.constantFrom(undefined, 1, 2, 4), orders: fc.array(order, { maxLength: 6 }) }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(rounds, async (played) => {
        const play = await openPlay(kinds)
        try {
          await begin(play)
          for (const { shards, orders } of played) {
            if (shards) play.test.devnet.setShards(shards)
            await playRound(play, orders)
          }
          await settle(play)
        } finally {
          await play.test.close()
        }
      }),
      { numRuns: 6, seed: 7 },
    )
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        'in ext',
        'in imm',
        'in fin',
        'out new',
        'out imm',
        'out deq-short',
        'envelope v2',
      ]),
    )
    expect(['after split', 'after merge'].map((kind) => kinds.get(kind) ?? 0)).toEqual([
      expect.toSatisfy((count: number) => count > 4),
      expect.toSatisfy((count: number) => count > 2),
    ])
  })

  it('passes messages on through full shards of other digits, and brings all to their end', {
    timeout: 600_000,
  }, async () => {
    const kinds = new Map<string, number>()
    const play = await openPlay(kinds)
    const { devnet, time } = play.test
    try {
      await begin(play)
      const config = openMasterchain(await devnet.store.state({ id: devnet.store.head(), head: undefined }))
      const changed = [
        { id: 12, value: withMaxSplit(config, 5) },
        { id: 23, value: withSoftGasLimit(config, 8000) },
      ]
      for (const [seqno, { id, value }] of changed.entries()) {
        await devnet.send(changeParameter(devnet.keys.validator, id, value, time.now, seqno))
        await playRound(play, [])
      }
      devnet.setShards(32)
      const rounds = fc.sample(fc.array(smallOrder, { minLength: 3, maxLength: 6 }), { numRuns: 30, seed: 3 })
      for (const [index, round] of rounds.entries()) {
        if (index === 22) devnet.setShards(2)
        await playRound(play, round)
      }
      for (let step = 0; devnet.store.tops().length > 2 && step < 20; step++) await playRound(play, [])
      await settle(play)
      expect(devnet.store.tops()).toHaveLength(2)
    } finally {
      await play.test.close()
    }
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        'in tr',
        'out tr',
        'out deq-imm',
        'out deq-short',
        'after split',
        'after merge',
      ]),
    )
  })
})

type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

/** A devnet with wallets, and the facts seen so far. */
type Play = {
  readonly test: TestDevnet
  readonly wallets: readonly TestWallet[]
  readonly ledger: MessageLedger
  readonly kinds: Map<string, number>
}

async function openPlay(kinds: Map<string, number>): Promise<Play> {
  const wallets = Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))
  return { test: await openTestDevnet(), wallets, ledger: new MessageLedger(), kinds }
}

/** Parameter 12 with shards of more bits. */
function withMaxSplit({ extra }: OpenedMasterchain, maxSplit: number): Cell {
  const workchains = readConfigParam(extra.config.config, 12)
  const key = keyOfUint(0, 32)
  const basechain = workchains?.get(key)
  if (!workchains || !basechain) throw new Error('no basechain')
  return configParamCell(12, workchains.set(key, { ...basechain, maxSplit }))
}

/** Parameter 23 with blocks of shards that are full after a few transactions. */
function withSoftGasLimit({ extra }: OpenedMasterchain, softLimit: number): Cell {
  const limits = readConfigParam(extra.config.config, 23)
  if (!limits) throw new Error('no block limits')
  return configParamCell(23, { ...limits, gas: { underload: 1, softLimit, hardLimit: 20_000_000 } })
}

function transfersOf(wallets: readonly TestWallet[]) {
  return ({ to, coins, bounce, bodyBits, count, mode }: Order) => {
    const address =
      'wallet' in to
        ? (wallets[to.wallet] as TestWallet).address
        : new Address(to.workchain, Buffer.alloc(32, (to.stranger * 37 + 0x1b) & 0xff))
    const body = beginCell()
    for (let bit = 0; bit < bodyBits; bit++) body.storeBit(bit % 3 === 0)
    const transfer: Transfer = { to: address, amount: coins, bounce, body: body.endCell(), mode }
    return Array.from({ length: count }, () => transfer)
  }
}

/** Wallets without coins or with a bad order are refused, which must leave no trace. */
async function sendSome(
  devnet: Devnet,
  wallet: TestWallet,
  transfers: Transfer[],
  now: number,
): Promise<void> {
  try {
    await devnet.send(wallet.message(transfers, { now }))
    wallet.seqno++
  } catch (error) {
    expect(error).toMatchObject({ name: 'MessageRefusedError' })
  }
}
