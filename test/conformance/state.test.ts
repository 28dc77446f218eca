import { type Builder, beginCell, type Cell, CellType } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { parseBoc } from '../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../src-main/chain/hashmap/hashmapAug.ts'
import { accountCell, openAccount } from '../../src-main/chain/state/account.ts'
import { CREATOR_STATS } from '../../src-main/chain/state/blockCreateStats.ts'
import { sameCurrencies } from '../../src-main/chain/state/currencies.ts'
import { LIBRARIES, storeLibDescr } from '../../src-main/chain/state/libDescr.ts'
import {
  type McStateDetails,
  openMcStateDetails,
  openMcStateExtra,
  storeMcStateDetails,
  storeMcStateExtra,
} from '../../src-main/chain/state/mcStateExtra.ts'
import { lastKeyBlockUpTo, OLD_MC_BLOCKS, oldMcBlock } from '../../src-main/chain/state/oldMcBlocksInfo.ts'
import { OUT_MSG_QUEUE } from '../../src-main/chain/state/outMsgQueue.ts'
import { openOutMsgQueueInfo, storeOutMsgQueueInfo } from '../../src-main/chain/state/outMsgQueueInfo.ts'
import { openShardAccounts, SHARD_ACCOUNTS } from '../../src-main/chain/state/shardAccounts.ts'
import {
  mcStateExtraCell,
  openShardStateDetails,
  openShardStateUnsplit,
  storeShardState,
  storeShardStateDetails,
  storeShardStateUnsplit,
} from '../../src-main/chain/state/shardState.ts'
import { PrunedBranchError } from '../../src-main/chain/tlb.ts'
import { parseOutMsgQueueKey } from '../chain/dictionaryKeys.ts'
import { openShardState } from '../chain/openedProofs.ts'
import { readMaybeZipped } from '../fixtures/recorded.ts'
import { hasShared, NEEDS_SHARED, recordedFile } from './sharedData.ts'

const RSQUAD = 'fixtures/rsquad-ton-rust-node'
const XSSNICK = 'fixtures/xssnick-tonutils-go'

type Recorded = {
  readonly path: string
  /** Which of the states in the file, the first by default. */
  readonly at?: number
  readonly workchain: number
  readonly seqno: number
  readonly root?: string
  /** The shown part of each dictionary; 'pruned' if it is not shown. */
  readonly accounts?: number | 'pruned'
  readonly queue?: number | 'pruned'
  readonly libraries?: number | 'pruned'
}

const WHOLE: readonly Recorded[] = [
  {
    path: `${RSQUAD}/genesis/zerostate.mc.boc`,
    workchain: -1,
    seqno: 0,
    root: '17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569',
    accounts: 7,
    queue: 0,
    libraries: 2,
  },
  {
    path: `${RSQUAD}/genesis/zerostate.wc0.boc`,
    workchain: 0,
    seqno: 0,
    root: '55b13f6d0e1d0c34c9c2160f6f918e92d82bf9ddcf8de2e4c94a3fdf39d15446',
    accounts: 0,
    queue: 0,
    libraries: 0,
  },
  {
    path: `${RSQUAD}/mc-2660/state_2659.boc.gz`,
    workchain: -1,
    seqno: 2659,
    root: '106819f19e8cf08dc571437f1c02cac02afe44a8af191930f45f50dea530f947',
    accounts: 8,
    queue: 2,
    libraries: 2,
  },
  {
    path: `${RSQUAD}/wc0-571524/state_571524.boc.gz`,
    workchain: 0,
    seqno: 571524,
    root: 'dd49d7b1c517700a7c973d13eead6ee4388a09164abcd742d91ac13ea38f2ea3',
    accounts: 6325,
    queue: 0,
    libraries: 0,
  },
  { path: 'realnet/zerostate.boc', workchain: -1, seqno: 0, accounts: 4, queue: 0, libraries: 2 },
  { path: 'realnet/basestate0.boc', workchain: 0, seqno: 0, accounts: 0, queue: 0, libraries: 0 },
]
const PRUNED: readonly Recorded[] = [
  {
    path: `${RSQUAD}/bundle-56703839/prev_shard_state.proof.boc.gz`,
    workchain: 0,
    seqno: 56703838,
    root: 'b8205a34f8d89471df04ed15aa944a038194a15401b733536a48757b222cde73',
    accounts: 117,
    queue: 1,
    libraries: 0,
  },
  {
    path: `${RSQUAD}/bundle-56703839/mc_state.proof.boc.gz`,
    workchain: -1,
    seqno: 51641117,
    root: '3b550a10a18e9ad1a86e3d3f83e28878308e478268f929adb9d5a91c1fd647ae',
    accounts: 21,
    queue: 0,
    libraries: 795,
  },
  {
    path: `${RSQUAD}/testnet-66163599/testnet_collated_data.boc`,
    workchain: 0,
    seqno: 66163597,
    root: '7abb82cd7ae0b89838d4c8cc8e871dc30c93dc29ac09c107b360b29ce8e2648c',
    accounts: 4,
    queue: 0,
    libraries: 0,
  },
  {
    path: `${RSQUAD}/testnet-66163599/testnet_collated_data.boc`,
    at: 1,
    workchain: 0,
    seqno: 66163598,
    root: 'f9d877d7b9611fb06c609893118d3b58029f340ad58ed44d9cc38c7f93b3e68d',
    accounts: 4,
    queue: 0,
    libraries: 0,
  },
  {
    path: 'fixtures/ton-org-ton-core/account_proof_31618192.boc',
    workchain: 0,
    seqno: 31618192,
    accounts: 1,
    queue: 'pruned',
    libraries: 0,
  },
  {
    path: 'fixtures/ton-org-ton-core/config_state_20429810.boc',
    workchain: -1,
    seqno: 20429810,
    accounts: 'pruned',
    queue: 'pruned',
    libraries: 'pruned',
  },
]
/** Here pruned branches were saved as ordinary cells of 288 bits: the root cell reads, most of the rest is gone. */
const DAMAGED: readonly Recorded[] = [
  { path: `${XSSNICK}/state_mc_24374596.boc`, workchain: -1, seqno: 24374596 },
  { path: `${XSSNICK}/state_wc0_27113670.boc`, workchain: 0, seqno: 27113670 },
]

const SHARD_STATE_TAGS = [0x9023afe2, 0x5f327da5]
const cache = new Map<string, Cell[]>()

/** Returns all ShardStates in a file: its roots, and those in its Merkle proofs. */
function statesIn(path: string): Cell[] {
  const roots = parseBoc(readMaybeZipped(recordedFile(path)), { lenient: true })
  const shown = roots.flatMap((root) => (root.type === CellType.MerkleProof ? root.refs : [root]))
  return shown.filter(
    (cell) => cell.bits.length >= 32 && SHARD_STATE_TAGS.includes(cell.beginParse().loadUint(32)),
  )
}

function stateOf({ path, at = 0 }: Recorded): Cell {
  const states = cache.get(path) ?? statesIn(path)
  cache.set(path, states)
  return states[at] as Cell
}

const isPruned = (cell: Cell | null | undefined) => cell?.type === CellType.PrunedBranch
const cellOf = (store: (builder: Builder) => void) => beginCell().store(store).endCell()
const hex = (cell: Cell | null | undefined) => cell?.hash().toString('hex')
const named = (list: readonly Recorded[]) =>
  list.map((it) => [`${it.path.replace('fixtures/', '')}${it.at ? ` (${it.at})` : ''}`, it] as const)
const masterchain = (list: readonly Recorded[]) => list.filter(({ workchain }) => workchain === -1)

describe.skipIf(!hasShared)(`shard states (${NEEDS_SHARED})`, () => {
  test.each(named([...WHOLE, ...PRUNED, ...DAMAGED]))('%s: the root cell', (_, it) => {
    const root = stateOf(it)
    const state = openShardStateUnsplit(root)
    expect([state.shardIdent.workchain, state.seqno]).toEqual([it.workchain, it.seqno])
    expect(hex(cellOf(storeShardStateUnsplit(state)))).toBe(hex(root))
    expect(hex(cellOf(storeShardState(openShardState(root))))).toBe(hex(root))
    if (it.root) expect(root.hash(0).toString('hex')).toBe(it.root)
  })

  test.each(named([...WHOLE, ...PRUNED]))('%s: balances, libraries and master reference', (_, it) => {
    const cell = openShardStateUnsplit(stateOf(it)).details
    const details = openShardStateDetails(cell)
    expect(hex(cellOf(storeShardStateDetails(details)))).toBe(hex(cell))
    expect(details.masterRef === undefined).toBe(it.workchain === -1 || it.seqno === 0)
    expect(isPruned(details.libraries.root)).toBe(it.libraries === 'pruned')
    if (it.libraries === 'pruned') return
    const libraries = [...details.libraries.entries({ skipPruned: true })]
    expect(libraries.length).toBe(it.libraries)
    for (const { key, value } of libraries) {
      expect(value.lib.hash(0).equals(key)).toBe(true)
      expect(details.libraries.get(key)?.lib).toBe(value.lib)
      expect(value.publishers.isEmpty).toBe(false)
    }
  })

  test.each(named([...WHOLE, ...PRUNED]))('%s: the message queue', (_, it) => {
    const cell = openShardStateUnsplit(stateOf(it)).outMsgQueueInfo
    expect(isPruned(cell)).toBe(it.queue === 'pruned')
    if (it.queue === 'pruned') {
      expect(() => openOutMsgQueueInfo(cell)).toThrow(PrunedBranchError)
      return
    }
    const info = openOutMsgQueueInfo(cell)
    expect(hex(cellOf(storeOutMsgQueueInfo(info)))).toBe(hex(cell))
    expect(info.ihrPending).toBeUndefined()
    const queue = [...info.outQueue.entries({ skipPruned: true })]
    expect(queue.length).toBe(it.queue)
    if (info.extra) expect(info.extra.outQueueSize).toBe(it.queue)
    for (const { key, value, extra } of queue) {
      expect(OUT_MSG_QUEUE.extraOf(value)).toBe(extra)
      expect(value.outMsg.refs[0]?.hash(0).equals(parseOutMsgQueueKey(key).messageHash)).toBe(true)
    }
  })

  test.each(named(masterchain([...WHOLE, ...PRUNED])))('%s: McStateExtra', (_, it) => {
    const cell = mcStateExtraCell(openShardStateUnsplit(stateOf(it)))
    const extra = openMcStateExtra(cell)
    expect(hex(cellOf(storeMcStateExtra(extra)))).toBe(hex(cell))
    expect(hex(cellOf(storeMcStateDetails(openMcStateDetails(extra.details))))).toBe(hex(extra.details))
  })

  test.each(named(WHOLE))('%s: accounts taken apart and rebuilt', (_, it) => {
    const state = openShardStateUnsplit(stateOf(it))
    const accounts = openShardAccounts(state.accounts)
    const remade = [...accounts.entries()].map(({ key, value }) => ({
      key,
      value: { ...value, account: accountCell(openAccount(value.account)) },
    }))
    expect([remade.length, accounts.count()]).toEqual([it.accounts, it.accounts])
    const rebuilt = HashmapAugE.from(SHARD_ACCOUNTS, remade)
    expect(hex(cellOf(storeHashmapAugE(rebuilt)))).toBe(hex(state.accounts))
    const { totalBalance } = openShardStateDetails(state.details)
    expect(sameCurrencies(rebuilt.extra.balance, totalBalance)).toBe(true)
  })

  test.each(named(WHOLE))('%s: libraries and queue taken apart and rebuilt', (_, it) => {
    const state = openShardStateUnsplit(stateOf(it))
    const { libraries } = openShardStateDetails(state.details)
    const remade = [...libraries.entries()].map(({ key, value: { lib, publishers } }) => ({
      key,
      value: { lib, publishers: HashmapE.from(publishers.codec, [...publishers.entries()]) },
    }))
    expect(hex(HashmapE.from(LIBRARIES, remade).root)).toBe(hex(libraries.root))

    const { outQueue, procInfo } = openOutMsgQueueInfo(state.outMsgQueueInfo)
    const messages = [...outQueue.entries()].map(({ key, value }) => ({ key, value }))
    const queue = HashmapAugE.from(OUT_MSG_QUEUE, messages)
    expect(hex(cellOf(storeHashmapAugE(queue)))).toBe(hex(cellOf(storeHashmapAugE(outQueue))))
    expect(hex(HashmapE.from(procInfo.codec, [...procInfo.entries()]).root)).toBe(hex(procInfo.root))
  })

  test.each(named(masterchain(WHOLE)))(
    '%s: earlier blocks and statistics taken apart and rebuilt',
    (_, it) => {
      const extra = openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(stateOf(it))))
      const { prevBlocks, blockCreateStats } = openMcStateDetails(extra.details)
      const entries = [...prevBlocks.entries()].map(({ key, value }) => ({ key, value }))
      expect(entries.length).toBe(it.seqno)
      const blocks = HashmapAugE.from(OLD_MC_BLOCKS, entries)
      expect(hex(cellOf(storeHashmapAugE(blocks)))).toBe(hex(cellOf(storeHashmapAugE(prevBlocks))))
      // Zero states have no statistics yet.
      expect(blockCreateStats?.kind).toBe(it.seqno === 0 ? undefined : 'plain')
      if (blockCreateStats?.kind !== 'plain') return
      const { counters } = blockCreateStats
      expect(hex(HashmapE.from(CREATOR_STATS, [...counters.entries()]).root)).toBe(hex(counters.root))
    },
  )
})

describe.skipIf(!hasShared)(`pruned states of mainnet (${NEEDS_SHARED})`, () => {
  const [shard, masterchainState] = PRUNED as [Recorded, Recorded]

  test.each(named([shard, masterchainState]))('%s: each account shown can be set again', (_, it) => {
    const accounts = openShardAccounts(openShardStateUnsplit(stateOf(it)).accounts)
    const entries = [...accounts.entries({ skipPruned: true })]
    expect(entries.length).toBe(it.accounts)
    for (const { key, value, extra } of entries) {
      const set = accounts.set(key, value, extra)
      // The level-0 hash is that of the whole state: shown parts of the sums can be pruned now.
      expect(set.root?.hash(0)).toEqual(accounts.root?.hash(0))
      expect(set.extra.balance.coins).toBe(accounts.extra.balance.coins)
    }
  })

  test('the extras of the accounts that are shown follow from the accounts', () => {
    const accounts = openShardAccounts(openShardStateUnsplit(stateOf(shard)).accounts)
    const shown = [...accounts.entries({ skipPruned: true })].filter(({ value }) => !isPruned(value.account))
    expect(shown.length).toBe(51)
    for (const { value, extra } of shown) {
      expect(SHARD_ACCOUNTS.extraOf(value).splitDepth).toBe(extra.splitDepth)
      expect(sameCurrencies(SHARD_ACCOUNTS.extraOf(value).balance, extra.balance)).toBe(true)
      expect(hex(accountCell(openAccount(value.account)))).toBe(hex(value.account))
    }
  })

  test('the total balance has extra currencies', () => {
    const { totalBalance } = openShardStateDetails(openShardStateUnsplit(stateOf(masterchainState)).details)
    expect([...(totalBalance.other ?? [])].map(([id]) => id)).toEqual([239, 4294967279])
  })

  test('an earlier block and the last key block are found among 51 million behind a few cells', () => {
    const extra = openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(stateOf(masterchainState))))
    const details: McStateDetails = openMcStateDetails(extra.details)
    const last = details.lastKeyBlock
    expect(oldMcBlock(details.prevBlocks, last?.seqno ?? 0)).toEqual({ key: true, blkRef: last })
    const opened: Cell[] = []
    const watched = details.prevBlocks.watched((cell) => opened.push(cell))
    expect(lastKeyBlockUpTo(watched, 51641116)).toEqual({ seqno: last?.seqno, blkRef: last })
    expect(opened.length).toBeLessThan(60)
    expect(() => oldMcBlock(details.prevBlocks, 1)).toThrow(PrunedBranchError)
  })

  test('libraries are stored as they were read', () => {
    const { libraries } = openShardStateDetails(openShardStateUnsplit(stateOf(masterchainState)).details)
    for (const { key, value } of libraries.entries()) {
      const leaf = libraries.set(key, value)
      expect(leaf.root?.hash(0)).toEqual(libraries.root?.hash(0))
      expect(cellOf(storeLibDescr(value)).refs[0]).toBe(value.lib)
    }
  })
})
