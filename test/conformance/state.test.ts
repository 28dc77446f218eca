import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Builder, beginCell, type Cell, CellType } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { parseBoc } from '../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../src-main/chain/hashmap/hashmapAug.ts'
import { accountCell, openAccount } from '../../src-main/chain/state/account.ts'
import { type BlockCreateStats, CREATOR_STATS } from '../../src-main/chain/state/blockCreateStats.ts'
import { sameCurrencies } from '../../src-main/chain/state/currencies.ts'
import { LIBRARIES } from '../../src-main/chain/state/libDescr.ts'
import {
  openMcStateDetails,
  openMcStateExtra,
  storeMcStateDetails,
  storeMcStateExtra,
} from '../../src-main/chain/state/mcStateExtra.ts'
import { OLD_MC_BLOCKS } from '../../src-main/chain/state/oldMcBlocksInfo.ts'
import { OUT_MSG_QUEUE } from '../../src-main/chain/state/outMsgQueue.ts'
import { openOutMsgQueueInfo, storeOutMsgQueueInfo } from '../../src-main/chain/state/outMsgQueueInfo.ts'
import { openShardAccounts, SHARD_ACCOUNTS } from '../../src-main/chain/state/shardAccounts.ts'
import {
  openShardState,
  openShardStateDetails,
  openShardStateUnsplit,
  storeShardState,
  storeShardStateDetails,
  storeShardStateUnsplit,
} from '../../src-main/chain/state/shardState.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

const RSQUAD = 'fixtures/rsquad-ton-rust-node'
const XSSNICK = 'fixtures/xssnick-tonutils-go'

/** All cells of kind ShardState in a file: its roots, and what its Merkle proofs show. */
function statesIn(path: string): Cell[] {
  const data = readFileSync(`${SHARED}${path}`)
  const roots = parseBoc(path.endsWith('.gz') ? gunzipSync(data) : data, { lenient: true })
  const shown = roots.flatMap((root) => (root.type === CellType.MerkleProof ? root.refs : [root]))
  return shown.filter(
    (cell) => cell.bits.length >= 32 && [0x9023afe2, 0x5f327da5].includes(cell.beginParse().loadUint(32)),
  )
}

const stateIn = (path: string): Cell => statesIn(path)[0] as Cell
const isPruned = (cell: Cell | null | undefined) => cell?.type === CellType.PrunedBranch
const cellOf = (store: (builder: Builder) => void) => beginCell().store(store).endCell()
const hex = (cell: Cell | null | undefined) => cell?.hash().toString('hex')

type Expected = {
  path: string
  workchain: number
  seqno: number
  root?: string
  accounts?: number
  of?: number
}

/** Facts from the data set's README, and the numbers of accounts that each file shows. */
const WHOLE: Expected[] = [
  {
    path: `${RSQUAD}/genesis/zerostate.mc.boc`,
    workchain: -1,
    seqno: 0,
    accounts: 7,
    root: '17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569',
  },
  {
    path: `${RSQUAD}/genesis/zerostate.wc0.boc`,
    workchain: 0,
    seqno: 0,
    accounts: 0,
    root: '55b13f6d0e1d0c34c9c2160f6f918e92d82bf9ddcf8de2e4c94a3fdf39d15446',
  },
  {
    path: `${RSQUAD}/mc-2660/state_2659.boc.gz`,
    workchain: -1,
    seqno: 2659,
    accounts: 8,
    root: '106819f19e8cf08dc571437f1c02cac02afe44a8af191930f45f50dea530f947',
  },
  {
    path: `${RSQUAD}/wc0-571524/state_571524.boc.gz`,
    workchain: 0,
    seqno: 571524,
    accounts: 6325,
    root: 'dd49d7b1c517700a7c973d13eead6ee4388a09164abcd742d91ac13ea38f2ea3',
  },
  { path: 'realnet/zerostate.boc', workchain: -1, seqno: 0, accounts: 4 },
  { path: 'realnet/basestate0.boc', workchain: 0, seqno: 0, accounts: 0 },
]
const PRUNED: Expected[] = [
  {
    path: `${RSQUAD}/bundle-56703839/prev_shard_state.proof.boc.gz`,
    workchain: 0,
    seqno: 56703838,
    root: 'b8205a34f8d89471df04ed15aa944a038194a15401b733536a48757b222cde73',
  },
  {
    path: `${RSQUAD}/bundle-56703839/mc_state.proof.boc.gz`,
    workchain: -1,
    seqno: 51641117,
    root: '3b550a10a18e9ad1a86e3d3f83e28878308e478268f929adb9d5a91c1fd647ae',
  },
  {
    path: `${RSQUAD}/testnet-66163599/testnet_collated_data.boc`,
    workchain: 0,
    seqno: 66163597,
    root: '7abb82cd7ae0b89838d4c8cc8e871dc30c93dc29ac09c107b360b29ce8e2648c',
  },
  {
    path: `${RSQUAD}/testnet-66163599/testnet_collated_data.boc`,
    of: 1,
    workchain: 0,
    seqno: 66163598,
    root: 'f9d877d7b9611fb06c609893118d3b58029f340ad58ed44d9cc38c7f93b3e68d',
  },
  { path: 'fixtures/ton-org-ton-core/account_proof_31618192.boc', workchain: 0, seqno: 31618192 },
  { path: 'fixtures/ton-org-ton-core/config_state_20429810.boc', workchain: -1, seqno: 20429810 },
]
/** Here pruned branches were saved as ordinary cells of 288 bits: the root cell reads, most of the rest is gone. */
const DAMAGED: Expected[] = [
  { path: `${XSSNICK}/state_mc_24374596.boc`, workchain: -1, seqno: 24374596 },
  { path: `${XSSNICK}/state_wc0_27113670.boc`, workchain: 0, seqno: 27113670 },
]
const named = (list: Expected[]) =>
  list.map(
    (expected) =>
      [expected.path.replace('fixtures/', '') + (expected.of ? ` (${expected.of})` : ''), expected] as const,
  )

describe.skipIf(!hasShared)(`shard states (${NEEDS_SHARED})`, () => {
  test.each(named([...WHOLE, ...PRUNED, ...DAMAGED]))('%s: the root cell', (_, expected) => {
    const root = statesIn(expected.path)[expected.of ?? 0] as Cell
    const state = openShardStateUnsplit(root)
    expect([state.shardIdent.workchain, state.seqno]).toEqual([expected.workchain, expected.seqno])
    expect(hex(cellOf(storeShardStateUnsplit(state)))).toBe(hex(root))
    expect(hex(cellOf(storeShardState(openShardState(root))))).toBe(hex(root))
    if (expected.root) expect(root.hash(0).toString('hex')).toBe(expected.root)
  })

  test.each(named([...WHOLE, ...PRUNED]))('%s: balances, libraries and master reference', (_, expected) => {
    const state = openShardStateUnsplit(statesIn(expected.path)[expected.of ?? 0] as Cell)
    const details = openShardStateDetails(state.details)
    expect(hex(cellOf(storeShardStateDetails(details)))).toBe(hex(state.details))
    expect(details.masterRef === undefined).toBe(expected.workchain === -1 || expected.seqno === 0)
    if (isPruned(details.libraries.root)) return
    const libraries = [...details.libraries.entries({ skipPruned: true })].filter(
      ({ value }) => !isPruned(value.lib),
    )
    for (const { key, value } of libraries) expect(value.lib.hash().equals(key)).toBe(true)
  })

  test.each(named([...WHOLE, ...PRUNED]))('%s: the message queue', (_, { path, of }) => {
    const { outMsgQueueInfo } = openShardStateUnsplit(statesIn(path)[of ?? 0] as Cell)
    if (isPruned(outMsgQueueInfo)) return
    const info = openOutMsgQueueInfo(outMsgQueueInfo)
    expect(hex(cellOf(storeOutMsgQueueInfo(info)))).toBe(hex(outMsgQueueInfo))
    expect(info.ihrPending).toBeUndefined()
    for (const { value, extra } of info.outQueue.isEmpty || isPruned(info.outQueue.root)
      ? []
      : info.outQueue.entries({ skipPruned: true })) {
      if (!isPruned(value.outMsg)) expect(OUT_MSG_QUEUE.extraOf(value)).toBe(extra)
    }
  })

  test.each(named([...WHOLE, ...PRUNED].filter(({ workchain }) => workchain === -1)))(
    '%s: McStateExtra',
    (_, { path }) => {
      const custom = openShardStateUnsplit(stateIn(path)).custom as Cell
      const extra = openMcStateExtra(custom)
      expect(hex(cellOf(storeMcStateExtra(extra)))).toBe(hex(custom))
      const details = openMcStateDetails(extra.details)
      expect(hex(cellOf(storeMcStateDetails(details)))).toBe(hex(extra.details))
    },
  )

  test.each(named(WHOLE))('%s: taken apart and rebuilt', (_, { path, accounts: expected, workchain }) => {
    const state = openShardStateUnsplit(stateIn(path))
    const accounts = openShardAccounts(state.accounts)
    const entries = [...accounts.entries()]
    expect(entries.length).toBe(expected)
    expect(accounts.count()).toBe(expected)
    const remade = entries.map(({ key, value }) => ({
      key,
      value: { ...value, account: accountCell(openAccount(value.account)) },
    }))
    const rebuilt = HashmapAugE.from(SHARD_ACCOUNTS, remade)
    expect(hex(cellOf(storeHashmapAugE(rebuilt)))).toBe(hex(state.accounts))

    const details = openShardStateDetails(state.details)
    expect(sameCurrencies(rebuilt.extra.balance, details.totalBalance)).toBe(true)
    expect(hex(HashmapE.from(LIBRARIES, [...details.libraries.entries()]).root)).toBe(
      hex(details.libraries.root),
    )

    const info = openOutMsgQueueInfo(state.outMsgQueueInfo)
    const queue = HashmapAugE.from(
      OUT_MSG_QUEUE,
      [...info.outQueue.entries()].map(({ key, value }) => ({ key, value })),
    )
    expect(hex(cellOf(storeHashmapAugE(queue)))).toBe(hex(cellOf(storeHashmapAugE(info.outQueue))))
    const procInfo = HashmapE.from(info.procInfo.codec, [...info.procInfo.entries()])
    expect(hex(procInfo.root)).toBe(hex(info.procInfo.root))

    if (workchain !== -1) return
    const { prevBlocks, blockCreateStats } = openMcStateDetails(
      openMcStateExtra(state.custom as Cell).details,
    )
    const blocks = HashmapAugE.from(
      OLD_MC_BLOCKS,
      [...prevBlocks.entries()].map(({ key, value }) => ({ key, value })),
    )
    expect(hex(cellOf(storeHashmapAugE(blocks)))).toBe(hex(cellOf(storeHashmapAugE(prevBlocks))))
    expect(blocks.count()).toBe(state.seqno)
    const stats = (blockCreateStats as BlockCreateStats | undefined)?.counters as HashmapE<never> | undefined
    if (stats) expect(hex(HashmapE.from(CREATOR_STATS, [...stats.entries()]).root)).toBe(hex(stats.root))
  })
})
