import type { Cell } from '@ton/core'
import { expect } from 'vitest'
import { accountPrefix, FULL_SHARD, shardContainsPrefix } from '#shared/ton/shard.ts'
import type { StoredBlock } from '../../../src-main/chain/archive/chainStore.ts'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../src-main/chain/block/blockExtra.ts'
import { isAfterMerge, prevBlocks } from '../../../src-main/chain/block/blockInfo.ts'
import { loadShardAccountBlocks } from '../../../src-main/chain/block/shardAccountBlocks.ts'
import { loadTransaction, type Transaction } from '../../../src-main/chain/block/transaction.ts'
import type { TransactionDescr } from '../../../src-main/chain/block/transactionDescr.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { accountCell, openAccount } from '../../../src-main/chain/state/account.ts'
import type { ShardAccount } from '../../../src-main/chain/state/shardAccounts.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { prevBlocksAt } from '../../../src-main/devnet/chain/prevBlocks.ts'
import { isBalanced } from '../../../src-main/devnet/collator/balance.ts'
import { openMasterchain, openState } from '../../../src-main/devnet/collator/openedState.ts'
import { rebuildBlock } from '../../conformance/rebuiltBlock.ts'
import type { RepeatingExecutor } from './chainConfigExecutor.ts'

/** A transaction that the executor has repeated. */
export type RepeatedTransaction = Pick<Transaction, 'description' | 'inMsg'> & {
  readonly workchain: number
  readonly account: Buffer
}

const MISSING_ACCOUNT: ShardAccount = {
  account: accountCell(undefined),
  lastTransHash: Buffer.alloc(32),
  lastTransLt: 0n,
}

/**
 * Expects of a block that it is what its values say, that its books balance with the states before and after it, and
 * that the executor, run again from those states, gives its transactions with the same gas. Counts the kinds of things in it.
 * @returns the repeated transactions
 */
export async function checkBlock(
  executor: RepeatingExecutor,
  { store }: Devnet,
  id: BlockIdExt,
  kinds: Map<string, number>,
): Promise<readonly RepeatedTransaction[]> {
  const stateOf = (block: BlockIdExt): Promise<Cell> => store.state({ id: block, head: undefined })
  const stored = store.find(id) as StoredBlock
  const root = parseBocRoot(store.data(stored))
  expect(root.hash()).toEqual(id.rootHash)
  const rebuilt = rebuildBlock(root)
  expect(rebuilt.root.hash()).toEqual(id.rootHash)
  for (const [kind, count] of rebuilt.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count)

  const { info, valueFlow, extra } = parseCell(root, 'Block', loadBlock)
  if (info.afterSplit) kinds.set('after split', (kinds.get('after split') ?? 0) + 1)
  if (isAfterMerge(info)) kinds.set('after merge', (kinds.get('after merge') ?? 0) + 1)
  expect(isBalanced(valueFlow)).toBe(true)
  const before = await Promise.all(prevBlocks(info).map(async (prev) => openState(await stateOf(prev))))
  const after = openState(await stateOf(id))
  // After a split only a part of the parent's accounts is here.
  const balanceBefore = before
    .flatMap(({ accounts }) => [...accounts.entries()])
    .filter(({ key }) => shardContainsPrefix(id.shard, accountPrefix(key)))
    .reduce((sum, { value }) => sum + (openAccount(value.account)?.storage.balance.coins ?? 0n), 0n)
  expect(balanceBefore).toBe(valueFlow.fromPrevBlk.coins)
  expect(after.details.totalBalance.coins).toBe(valueFlow.toNextBlk.coins)
  expect(after.accounts.extra.balance.coins).toBe(valueFlow.toNextBlk.coins)
  expect(after.queue.count()).toBe(after.queueSize)
  expect(after.state.beforeSplit).toBe(info.beforeSplit)

  const masterRef = info.masterRef ?? info.prevRef[0]
  const masterchain = openMasterchain(
    await stateOf({ workchain: MASTERCHAIN, shard: FULL_SHARD, ...masterRef }),
  )
  const { accountBlocks, randSeed } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  const environment = {
    config: masterchain.extra.config.config,
    libraries: masterchain.details.libraries.root,
    utime: info.genUtime,
    randSeed,
    prevBlocks: prevBlocksAt({ ref: masterRef, state: masterchain }),
  }
  const repeated: RepeatedTransaction[] = []
  for (const { key, value } of parseCell(accountBlocks, 'x', loadShardAccountBlocks).entries()) {
    let account = before.map(({ accounts }) => accounts.get(key)).find((found) => found) ?? MISSING_ACCOUNT
    for (const { value: cell } of value.transactions.entries()) {
      const { lt, inMsg, description } = parseCell(cell, 'Transaction', loadTransaction)
      const again =
        description.type === 'tick-tock'
          ? executor.runTickTock(environment, { account, isTock: description.isTock, lt })
          : executor.runMessage(environment, { account, message: inMsg as Cell, lt })
      if (again.kind === 'refused') throw new Error(again.reason)
      const mine = parseCell(again.transaction, 'Transaction', loadTransaction)
      expect(gasOf(mine.description)).toBe(gasOf(description))
      expect(again.transaction.hash()).toEqual(cell.hash())
      repeated.push({ workchain: id.workchain, account: key, description, inMsg })
      account = again.account
    }
    const now = after.accounts.get(key) ?? MISSING_ACCOUNT
    expect(now.account.hash()).toEqual(account.account.hash())
  }
  return repeated
}

function gasOf(description: TransactionDescr): bigint | undefined {
  const compute = 'computePhase' in description ? description.computePhase : undefined
  return compute && 'gasUsed' in compute ? compute.gasUsed : undefined
}
