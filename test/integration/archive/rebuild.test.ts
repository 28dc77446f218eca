import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DroppedRows, rebuildIndex } from '../../../src-main/indexer/transfer/rebuildIndex.ts'
import { verifyIndex } from '../../../src-main/indexer/transfer/verifyIndex.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { lockIndex } from '../../../src-main/store/indexLock.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { indexContents, sampleUntil } from './sampleIndex.ts'

const COVERED = [
  { first: 1, last: 36 },
  { first: 39, last: 42 },
]

describe('an index made of its archive', () => {
  let home: string
  let original: string
  let dir: string
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-rebuild-'))
    original = join(home, 'original')
    const contents = sampleUntil(42)
    await indexContents(original, contents, COVERED)
    contents.close()
  }, 60_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  beforeEach(() => {
    dir = join(home, 'index')
    rmSync(dir, { recursive: true, force: true })
    cpSync(original, dir, { recursive: true })
  })

  const change = (sql: string) => {
    const connection = new (sqlite())(databaseFile(dir))
    connection.exec(sql)
    connection.close()
  }
  /** Inverts a byte in the middle of a block's entry. */
  const spoilBlock = (seqno: number) => {
    const connection = openReader(databaseFile(dir))
    const place = connection
      .prepare<[number], { place: number; length: number }>(
        'SELECT place, length FROM archived JOIN blocks ON id = block WHERE workchain = -1 AND seqno = ?',
      )
      .get(seqno)
    connection.close()
    const file = join(archiveFolder(dir), '00001.blocks')
    const bytes = readFileSync(file)
    const at = (place?.place ?? 0) + 44 + ((place?.length ?? 0) >> 1)
    bytes[at]! ^= 0xff
    writeFileSync(file, bytes)
  }

  describe('verified', () => {
    test('has every row that its blocks lead to', async () => {
      expect(await verifyIndex({ dir })).toEqual({
        checked: 40,
        covered: 40,
        differences: [],
        unreadable: [],
      })
      expect(await verifyIndex({ dir, sample: 5 })).toMatchObject({ checked: 5, differences: [] })
    })

    test('shows what was changed in it, table by table', async () => {
      const changes = [
        [
          'UPDATE transactions SET total_fees = total_fees + 1 WHERE mc_seqno = 20',
          'transactions',
          'total_fees',
        ],
        ['DELETE FROM shard_tops WHERE mc_seqno = 12', 'shard_tops', ''],
        ['UPDATE blocks SET gen_utime = 1 WHERE mc_seqno = 35', 'blocks', 'gen_utime'],
        ['UPDATE messages SET value = 7 WHERE value IS NOT NULL', 'messages', 'value'],
        ['UPDATE latest_states SET balance = 7', 'latest_states', 'balance'],
        ["UPDATE contents SET boc = x'00'", 'messages', 'body_boc'],
        ["UPDATE transactions SET hash = x'00' WHERE id = 3", 'transactions', ''],
      ] as const
      for (const [sql] of changes) change(sql)
      const { differences } = await verifyIndex({ dir, maxDifferences: 1_000_000 })
      for (const [, table, column] of changes) {
        expect(differences).toContainEqual(expect.objectContaining({ table, column }))
      }
      expect((await verifyIndex({ dir })).differences).toHaveLength(20)
    })

    test('reports unreadable blocks', async () => {
      spoilBlock(30)
      const { unreadable, differences } = await verifyIndex({ dir })
      expect(differences).toEqual([])
      expect(unreadable.map(({ mcSeqno }) => mcSeqno)).toEqual([30, 31])
      expect(unreadable[0]?.reason).toContain('checksum')
    })
  })

  /** Returns all rows of a database, named by their subject. */
  const contentsOf = (folder: string) => {
    const connection = openReader(databaseFile(folder))
    try {
      const all = (sql: string) => connection.prepare(sql).safeIntegers().all()
      return {
        meta: all('SELECT * FROM meta ORDER BY key'),
        coverage: all('SELECT * FROM coverage'),
        archived: all(
          'SELECT root_hash, segment, place, length, unpacked FROM archived JOIN blocks ON id = block ORDER BY 1',
        ),
        transactions: all('SELECT hash, lt, mc_seqno, description FROM transactions ORDER BY 1'),
        messages: all('SELECT hash, created_lt, value FROM messages ORDER BY 1'),
        states: all('SELECT account, hash, balance, last_tx_lt, is_whole FROM latest_states ORDER BY 1'),
        traces: all(
          `SELECT root.hash, state, nodes, edges, pending, traces.end_lt FROM traces
          JOIN transactions AS root ON root.id = root_tx ORDER BY 1`,
        ),
      }
    } finally {
      connection.close()
    }
  }

  describe('rebuilt', () => {
    test.each([
      ['there is none', () => rmSync(databaseFile(dir))],
      ['it is no database', () => writeFileSync(databaseFile(dir), 'Not a database at all')],
      ['its rows were changed', () => change('UPDATE transactions SET now = 1; DELETE FROM messages')],
    ])('restores the whole database if %s', async (_name, spoil) => {
      spoil()
      const { coverage, lost, damagedBytes } = await rebuildIndex({ dir })
      expect({ coverage, lost, damagedBytes }).toEqual({ coverage: COVERED, lost: [], damagedBytes: 0 })
      expect(contentsOf(dir)).toEqual(contentsOf(original))
    })

    test('keeps settings and jobs where they can be read', async () => {
      change("INSERT INTO meta (key, value) VALUES ('mode', 'off')")
      await rebuildIndex({ dir })
      expect(contentsOf(dir).meta).toContainEqual({ key: 'mode', value: 'off' })
    })

    test('reports rows of read-through before it starts', async () => {
      const told: unknown[] = []
      const options = {
        dir,
        onDropped: (dropped: DroppedRows) => told.push(dropped),
        onProgress: () => void (told.length === 1 && told.push('begun')),
      }
      await rebuildIndex(options)
      expect(told).toEqual([{ transactions: 0, accounts: 0 }, 'begun'])
      told.length = 0
      // As if the transactions of two blocks had been read one by one, and the histories of two accounts.
      change(`UPDATE blocks SET gen_utime = NULL WHERE mc_seqno IN (41, 42);
        INSERT INTO account_coverage SELECT id, 42, 9, 9, 0, 0 FROM accounts LIMIT 2`)
      const connection = openReader(databaseFile(dir))
      const transactions = connection
        .prepare('SELECT count(*) FROM transactions WHERE mc_seqno IN (41, 42)')
        .pluck()
        .get()
      connection.close()
      await rebuildIndex(options)
      expect(told).toEqual([{ transactions, accounts: 2 }, 'begun'])
      expect(transactions).toBeGreaterThan(2)
    })

    test('continues after an interruption', async () => {
      rmSync(databaseFile(dir))
      const stop = new AbortController()
      const interrupted = rebuildIndex({
        dir,
        signal: stop.signal,
        onProgress: (stage, done) => {
          if (stage === 'writing' && done === 20) stop.abort()
        },
      })
      await expect(interrupted).rejects.toThrow('abort')
      const seen: number[] = []
      await rebuildIndex({ dir, onProgress: (stage, done) => void (stage === 'writing' && seen.push(done)) })
      expect(Math.min(...seen)).toBeGreaterThan(20)
      expect(contentsOf(dir)).toEqual(contentsOf(original))
    })

    test('leaves out damaged blocks, and reports them', async () => {
      spoilBlock(30)
      const { coverage, lost, damagedBytes } = await rebuildIndex({ dir })
      // Only the block before has the new shard blocks of 31 (and possibly of 39).
      expect(lost.map(({ seqno }) => seqno)).toEqual([31, 39])
      expect(coverage).toEqual([
        { first: 1, last: 29 },
        { first: 32, last: 36 },
        { first: 40, last: 42 },
      ])
      expect(damagedBytes).toBeGreaterThan(100)
    })

    test('does not replace an index that another process uses', async () => {
      const lock = lockIndex(dir)
      await expect(rebuildIndex({ dir })).rejects.toMatchObject({ code: 'locked' })
      lock.release()
      expect(contentsOf(dir)).toEqual(contentsOf(original))
    })
  })
})
