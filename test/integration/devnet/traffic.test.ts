import { Address, beginCell, type Cell } from '@ton/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { StoredBlock } from '../../../src-main/chain/archive/chainStore.ts'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../src-main/chain/block/blockExtra.ts'
import { prevBlocks } from '../../../src-main/chain/block/blockInfo.ts'
import { loadShardAccountBlocks } from '../../../src-main/chain/block/shardAccountBlocks.ts'
import { loadTransaction } from '../../../src-main/chain/block/transaction.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { accountCell } from '../../../src-main/chain/state/account.ts'
import { openMcStateExtra } from '../../../src-main/chain/state/mcStateExtra.ts'
import { openShardAccounts, type ShardAccount } from '../../../src-main/chain/state/shardAccounts.ts'
import {
  mcStateExtraCell,
  openShardStateDetails,
  openShardStateUnsplit,
} from '../../../src-main/chain/state/shardState.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { prevBlocksAt } from '../../../src-main/devnet/chain/prevBlocks.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { isBalanced } from '../../../src-main/devnet/collator/sealBlock.ts'
import { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { rebuildBlock } from '../../conformance/rebuiltBlock.ts'
import { openTestDevnet } from './testDevnet.ts'
import { TestWallet, type Transfer } from './wallet.ts'

const WALLETS = 5

/** One message of a wallet: where to and how. */
const order = fc.record({
  from: fc.nat(WALLETS - 1),
  to: fc.oneof(
    fc.record({ wallet: fc.nat(WALLETS - 1) }),
    fc.record({ stranger: fc.nat(3), workchain: fc.constantFrom(0, -1) }),
  ),
  coins: fc.bigInt(0n, 30_000_000_000n),
  bounce: fc.boolean(),
  bodyBits: fc.nat(900),
  count: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom(0, 1, 3, 64, 128),
})

describe('random traffic', () => {
  let executor: TransactionExecutor
  beforeAll(async () => {
    executor = await TransactionExecutor.create()
  })

  it('makes blocks that balance, are what they say, and hold what the executor says', {
    timeout: 180_000,
  }, async () => {
    const kinds = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(order, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        async (rounds) => {
          const test = await openTestDevnet()
          try {
            const { devnet, time } = test
            const wallets = Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))
            await devnet.step()
            const gifts = wallets.slice(0, 4).map(({ address }) => ({ to: address, amount: 50_000_000_000n }))
            await devnet.send(TestWallet.giver(devnet.keys.giver).message(gifts, { now: time.now }))
            for (let step = 0; step < 3; step++) await devnet.step()
            for (const round of [...rounds, [], []]) {
              time.now += 3
              for (const wallet of new Set(round.map(({ from }) => from))) {
                const transfers = round.filter(({ from }) => from === wallet).flatMap(transfersOf(wallets))
                await sendSome(devnet, wallets[wallet] as TestWallet, transfers.slice(0, 4), time.now)
              }
              const { masterchain, shards } = await devnet.step()
              for (const id of [...shards, masterchain]) await checkBlock(executor, devnet, id, kinds)
            }
          } finally {
            await test.close()
          }
        },
      ),
      { numRuns: 6, seed: 7 },
    )
    const seen = [...kinds.keys()]
    expect(seen).toEqual(
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
  })
})

function transfersOf(wallets: readonly TestWallet[]) {
  return ({
    to,
    coins,
    bounce,
    bodyBits,
    count,
    mode,
  }: typeof order extends fc.Arbitrary<infer T> ? T : never) => {
    const address =
      'wallet' in to
        ? (wallets[to.wallet] as TestWallet).address
        : new Address(to.workchain, Buffer.alloc(32, 0x70 + to.stranger))
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

async function checkBlock(
  executor: TransactionExecutor,
  { store }: Devnet,
  id: BlockIdExt,
  kinds: Map<string, number>,
): Promise<void> {
  const stored = store.find(id) as StoredBlock
  const root = parseBocRoot(store.data(stored))
  expect(root.hash()).toEqual(id.rootHash)
  const rebuilt = rebuildBlock(root)
  expect(rebuilt.root.hash()).toEqual(id.rootHash)
  for (const [kind, count] of rebuilt.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count)

  const { info, valueFlow, extra } = parseCell(root, 'Block', loadBlock)
  expect(isBalanced(valueFlow)).toBe(true)
  const before = openShardStateUnsplit(await stateOf(prevBlocks(info)[0] as BlockIdExt))
  const after = openShardStateUnsplit(await stateOf(id))
  expect(openShardStateDetails(before.details).totalBalance.coins).toBe(valueFlow.fromPrevBlk.coins)
  expect(openShardStateDetails(after.details).totalBalance.coins).toBe(valueFlow.toNextBlk.coins)
  expect(openShardAccounts(after.accounts).extra.balance.coins).toBe(valueFlow.toNextBlk.coins)

  const masterRef = info.masterRef ?? info.prevRef[0]
  const masterchain = openMasterchain(
    await stateOf({ workchain: MASTERCHAIN, shard: FULL_SHARD, ...masterRef }),
  )
  const environment = {
    config: openMcStateExtra(mcStateExtraCell(masterchain.state)).config.config,
    libraries: masterchain.details.libraries.root,
    utime: info.genUtime,
    randSeed: parseCell(extra, 'BlockExtra', loadBlockExtra).randSeed,
    prevBlocks: prevBlocksAt({ ref: masterRef, state: masterchain }),
  }
  const { accountBlocks } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  for (const { key, value } of parseCell(accountBlocks, 'x', loadShardAccountBlocks).entries()) {
    let account = openShardAccounts(before.accounts).get(key) ?? NOBODY
    for (const { value: cell } of value.transactions.entries()) {
      const { lt, inMsg, description } = parseCell(cell, 'Transaction', loadTransaction)
      const again =
        description.type === 'tick-tock'
          ? executor.runTickTock(environment, { account, isTock: description.isTock, lt })
          : executor.runMessage(environment, { account, message: inMsg as Cell, lt })
      if (again.kind === 'refused') throw new Error(again.reason)
      expect(again.transaction.hash()).toEqual(cell.hash())
      account = again.account
    }
    const now = openShardAccounts(after.accounts).get(key) ?? { account: NOBODY.account }
    expect(now.account.hash()).toEqual(account.account.hash())
  }

  function stateOf(block: BlockIdExt): Promise<Cell> {
    return store.state({ id: block, head: undefined })
  }
}

const NOBODY: ShardAccount = {
  account: accountCell(undefined),
  lastTransHash: Buffer.alloc(32),
  lastTransLt: 0n,
}
