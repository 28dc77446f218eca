import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShardAncestor } from '#shared/ton/shard.ts'
import type { ArchivedBlock } from '../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../src-main/chain/archive/archiveStore.ts'
import { readShardTops } from '../../../src-main/chain/archive/masterchainHead.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../../src-main/chain/hashmap/hashmap.ts'
import { uintOfKey } from '../../../src-main/chain/hashmap/key.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { EXTRA_CURRENCIES } from '../../../src-main/chain/state/currencies.ts'
import { openShardAccounts } from '../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../src-main/chain/state/shardState.ts'
import type { MasterchainFiles } from '../../../src-main/indexer/parse/parseJobs.ts'
import { runJob } from '../../../src-main/indexer/parse/runJob.ts'
import { readAccountCell } from '../../../src-main/store/accountCell.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { sampleContents } from '../../unit/chain/archive/sampleNetwork.ts'

type StateRow = {
  readonly address: Buffer
  readonly hash: Buffer
  readonly balance: bigint
  readonly extra: Buffer | null
  readonly account_cell: Buffer
  readonly is_whole: bigint
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const extraOf = (boc: Buffer | null | undefined) =>
  boc
    ? [...new HashmapE(EXTRA_CURRENCIES, parseBocRoot(boc)).entries()].map(({ key, value }) => [
        Number(uintOfKey(key, 32)),
        value,
      ])
    : []

/** Every masterchain block with the shard blocks that it newly commits. */
function* masterchainFiles(blocks: readonly ArchivedBlock[]): Generator<MasterchainFiles> {
  const bySeqno = blocks.toSorted((a, b) => a.id.seqno - b.id.seqno)
  let waiting = bySeqno.filter(({ id }) => id.workchain === 0)
  for (const masterchain of bySeqno.filter(({ id }) => id.workchain === -1)) {
    const shardTops = readShardTops(masterchain.read())
    const isCommitted = ({ id }: ArchivedBlock) =>
      shardTops.some((top) => top.seqno >= id.seqno && isShardAncestor(id.shard, top.shard))
    const files = [masterchain, ...waiting.filter(isCommitted)].map(({ id, read }) => ({ id, data: read() }))
    waiting = waiting.filter((block) => !isCommitted(block))
    yield { files, shardTops }
  }
}

/** Parses and writes the whole sample network from its zero states on, as an index that follows it does. */
describe('the stored states of the sample', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-states-'))
  const contents = sampleContents()
  const chain = new ArchiveStore(contents)
  let rows: readonly StateRow[] = []
  let codes = new Map<string, Buffer>()

  beforeAll(async () => {
    const store = await openIndexStore({ dir, zeroState: Buffer.alloc(32, 7) })
    const zeroStates = contents.zeroStates.map(({ id, data }) => ({ id, data }))
    await store.writeHistory(runJob({ kind: 'zero-states', files: zeroStates }))
    for (const { files, shardTops } of masterchainFiles(contents.blocks)) {
      await store.writeBlocks([runJob({ kind: 'masterchain-block', files, shardTops })])
    }
    expect(store.coverage()).toEqual([{ first: 1, last: 800 }])
    await store.close()
    const reader = openReader(store.file)
    rows = reader
      .prepare<[], StateRow>(
        `SELECT address, hash, balance, extra, account_cell, is_whole FROM latest_states
        JOIN accounts ON id = account WHERE status < 3`,
      )
      .safeIntegers()
      .all()
    const all = reader
      .prepare<[], { hash: Buffer; boc: Buffer }>('SELECT * FROM codes WHERE boc IS NOT NULL')
      .all()
    codes = new Map(all.map(({ hash, boc }) => [hex(hash), boc]))
    reader.close()
  })
  afterAll(() => {
    chain.close()
    rmSync(dir, { recursive: true, force: true })
  })

  test("are the chain's newest ones: every account is whole, with its extra currencies", async () => {
    const newest = new Map(contents.blocks.map(({ id }) => [`${id.workchain}:${id.shard}`, id]))
    // The whole basechain was split.
    newest.delete(`0:${1n << 63n}`)
    const stored = new Map(rows.map((row) => [hex(row.address), row]))
    let withExtra = 0
    let accounts = 0
    for (const id of newest.values()) {
      const state = openShardStateUnsplit(await chain.state(chain.find(id)!))
      for (const { key, value } of openShardAccounts(state.accounts).entries()) {
        const row = stored.get(hex(Buffer.concat([Buffer.of(id.workchain & 0xff), key])))!
        const { account } = value
        const { balance } = openAccount(account)!.storage
        const whole = readAccountCell({ hash: row.hash, accountCell: row.account_cell }, (hash) =>
          codes.get(hex(hash)),
        )
        expect([hex(row.hash), whole && hex(whole.hash())]).toEqual([
          hex(account.hash()),
          hex(account.hash()),
        ])
        expect([row.balance, row.is_whole]).toEqual([balance.coins, 1n])
        expect(extraOf(row.extra)).toEqual([...(balance.other ?? [])])
        if (row.extra) withExtra++
        accounts++
      }
    }
    expect([stored.size, accounts]).toEqual([accounts, 33])
    expect(withExtra).toBeGreaterThan(0)
  })
})
