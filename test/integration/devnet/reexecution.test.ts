import { Address, type Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../src-main/chain/block/blockExtra.ts'
import { masterBlock, prevBlocks } from '../../../src-main/chain/block/blockInfo.ts'
import { loadShardAccountBlocks } from '../../../src-main/chain/block/shardAccountBlocks.ts'
import { loadTransaction } from '../../../src-main/chain/block/transaction.ts'
import type { TransactionDescr } from '../../../src-main/chain/block/transactionDescr.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../../src-main/chain/hashmap/hashmap.ts'
import { accountCell } from '../../../src-main/chain/state/account.ts'
import { LIBRARIES, type LibDescr } from '../../../src-main/chain/state/libDescr.ts'
import { openMcStateDetails } from '../../../src-main/chain/state/mcStateExtra.ts'
import { openShardAccounts, type ShardAccount } from '../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateDetails, openShardStateUnsplit } from '../../../src-main/chain/state/shardState.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import type { ExecutionEnvironment } from '../../../src-main/devnet/executor/emulator.ts'
import { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { verifyBlockData } from '../../../src-main/liteserver/verify/blockData.ts'
import { openProofPair } from '../../../src-main/liteserver/verify/proving.ts'
import { masterchainExtra, provedState, provedStateOf } from '../../../src-main/liteserver/verify/state.ts'
import { prevBlocksValue } from '../../../src-main/tvm/prevBlocks.ts'
import { type BusyDevnet, openBusyDevnet } from './busyDevnet.ts'

const MISSING_ACCOUNT: ShardAccount = {
  account: accountCell(undefined),
  lastTransHash: Buffer.alloc(32),
  lastTransLt: 0n,
}
/** Other parts that a config answer must show: public libraries, earlier masterchain blocks. */
const LIBRARIES_AND_BLOCKS = 2 | 128

/**
 * A client's view: blocks, accounts, the configuration and earlier blocks as the liteserver serves them, each with
 * its proof checked against blocks proved from the zero state; then every transaction is executed again.
 */
describe('every transaction of a devnet', () => {
  let busy: BusyDevnet
  let executor: TransactionExecutor
  beforeAll(async () => {
    busy = await openBusyDevnet()
    executor = await TransactionExecutor.create()
  }, 180_000)
  afterAll(() => busy?.close())

  /** The configuration and all else that executions in blocks after `id` have in common. */
  async function environmentAfter(id: BlockIdExt): Promise<Omit<ExecutionEnvironment, 'utime' | 'randSeed'>> {
    const answer = await busy.ask('getConfigAll', { id, mode: LIBRARIES_AND_BLOCKS })
    const state = provedStateOf(id, answer.stateProof, answer.configProof)
    const extra = masterchainExtra(state)
    const details = openMcStateDetails(extra.details)
    return {
      config: extra.config.config,
      libraries: await librariesAfter(id, openShardStateDetails(state.details).libraries),
      prevBlocks: prevBlocksValue(id, details),
    }
  }

  /** The one library that the history has, if a state has it: the dictionary's cells are pruned in answers. */
  async function librariesAfter(id: BlockIdExt, known: HashmapE<LibDescr>): Promise<Cell | null> {
    if (known.isEmpty) return null
    const libraryList = [busy.library.hash()]
    const answer = await busy.ask('getLibrariesWithProof', { id, mode: 1, libraryList })
    const state = provedStateOf(id, answer.stateProof, answer.dataProof)
    const { libraries } = openShardStateDetails(state.details)
    const entry = libraries.get(libraryList[0]!)!
    const lib = parseBocRoot(answer.result[0]!.data)
    expect(lib.hash()).toEqual(entry.lib.hash(0))
    const whole = HashmapE.from(LIBRARIES, [{ key: libraryList[0]!, value: { ...entry, lib } }])
    expect(whole.root?.hash()).toEqual(libraries.root?.hash(0))
    return whole.root
  }

  /** An account after a block of its own shard, with the entry of its last transaction. */
  async function accountAfter(id: BlockIdExt, accountId: Buffer): Promise<ShardAccount> {
    const account = { workchain: id.workchain, id: accountId }
    if (id.seqno === 0) return accountAtZero(id, accountId)
    const answer = await busy.ask('getAccountState', { id, account })
    const [blockRoot, stateRoot] = openProofPair(answer.proof)
    const entry = openShardAccounts(provedState(id, blockRoot, stateRoot).accounts).get(accountId)
    if (!entry) return MISSING_ACCOUNT
    const whole = parseBocRoot(answer.state)
    expect(whole.hash()).toEqual(entry.account.hash(0))
    return { ...entry, account: whole }
  }

  async function accountAtZero(id: BlockIdExt, accountId: Buffer): Promise<ShardAccount> {
    const { root } = await busy.network.session().zeroState(id)
    return openShardAccounts(openShardStateUnsplit(root).accounts).get(accountId) ?? MISSING_ACCOUNT
  }

  it('has the same result if it is executed again from served data', { timeout: 180_000 }, async () => {
    const session = busy.network.session()
    const counts = { blocks: 0, transactions: 0, gas: 0n, fees: 0n, failed: 0 }
    const kinds = new Set<string>()
    for (const { masterchain } of busy.steps) {
      expect(await session.masterchainBlock(masterchain.seqno)).toEqual(masterchain)
      for (const id of [...(await session.shards(masterchain)), masterchain]) {
        if (id.seqno === 0) continue
        const root = verifyBlockData({ id }, await busy.ask('getBlock', { id }))
        const { info, extra } = parseCell(root, 'Block', loadBlock)
        const [before] = prevBlocks(info)
        const known = masterBlock(info) ?? before!
        const { accountBlocks, randSeed } = parseCell(extra, 'BlockExtra', loadBlockExtra)
        const blocks = [...parseCell(accountBlocks, 'x', loadShardAccountBlocks).entries()]
        if (blocks.length === 0 || known.seqno === 0) continue
        const environment = { ...(await environmentAfter(known)), utime: info.genUtime, randSeed }
        counts.blocks++
        for (const { key, value } of blocks) {
          let account = await accountAfter(before!, key)
          for (const { value: cell } of value.transactions.entries()) {
            const { lt, inMsg, description, totalFees } = parseCell(cell, 'Transaction', loadTransaction)
            const again =
              description.type === 'tick-tock'
                ? executor.runTickTock(environment, { account, isTock: description.isTock, lt })
                : executor.runMessage(environment, { account, message: inMsg as Cell, lt })
            if (again.kind === 'refused') throw new Error(again.reason)
            expect(again.transaction.hash()).toEqual(cell.hash())
            const mine = parseCell(again.transaction, 'Transaction', loadTransaction)
            expect(mine.totalFees.coins).toBe(totalFees.coins)
            expect(gasOf(mine.description)).toBe(gasOf(description))
            counts.transactions++
            counts.gas += gasOf(description)
            counts.fees += totalFees.coins
            if ('aborted' in description && description.aborted) counts.failed++
            kinds.add(description.type)
            account = again.account
          }
          expect((await accountAfter(id, key)).account.hash()).toEqual(account.account.hash())
        }
      }
    }
    expect(counts.blocks).toBeGreaterThanOrEqual(30)
    expect(counts.transactions).toBeGreaterThan(300)
    expect(counts.failed).toBeGreaterThan(10)
    expect(counts.gas).toBeGreaterThan(0n)
    expect(counts.fees).toBeGreaterThan(0n)
    expect([...kinds].sort()).toEqual(['generic', 'tick-tock'])
    expect(busy.devnet.shards).toBe(2)
    expect(new Address(MASTERCHAIN, busy.librarian.hash).equals(busy.librarian)).toBe(true)
  })
})

function gasOf(description: TransactionDescr): bigint {
  const compute = 'computePhase' in description ? description.computePhase : undefined
  return compute && 'gasUsed' in compute ? compute.gasUsed : 0n
}
