import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { deriveImported } from '../../../src-main/indexer/transfer/importedIndex.ts'
import { importIndex } from '../../../src-main/indexer/transfer/importIndex.ts'
import { verifyIndex } from '../../../src-main/indexer/transfer/verifyIndex.ts'
import { compressBlock, expandBlock } from '../../../src-main/store/archive/blockFile.ts'
import { scanSegment } from '../../../src-main/store/archive/scanSegment.ts'
import { archiveFolder, openSegments } from '../../../src-main/store/archive/segments.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { indexContents, sampleUntil } from './sampleIndex.ts'

const BLOCKS = 30
/** Queries of what the changes below change. */
const CHECKED = [
  'SELECT address, balance FROM latest_states JOIN accounts ON id = account ORDER BY 1',
  'SELECT hash, total_fees FROM transactions ORDER BY 1',
  'SELECT root.hash, nodes, traces.state FROM traces JOIN transactions AS root ON root.id = root_tx ORDER BY 1',
  'SELECT count(*) FROM jetton_masters',
  'SELECT count(*) FROM account_coverage',
  'SELECT * FROM coverage',
  "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
  'SELECT * FROM meta ORDER BY 1',
]

describe('an exported index that was changed', () => {
  let home: string
  let original: string
  let changed: string
  let there: string
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-import-trust-'))
    original = join(home, 'original')
    changed = join(home, 'changed')
    there = join(home, 'data', 'sample', 'index')
    const contents = sampleUntil(BLOCKS)
    await indexContents(original, contents, [{ first: 1, last: BLOCKS }])
    contents.close()
  }, 60_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  /** Exports a changed copy of the index, and imports it. */
  async function moved(change: (dir: string) => void): Promise<void> {
    for (const old of [changed, there, join(home, 'file')]) rmSync(old, { recursive: true, force: true })
    cpSync(original, changed, { recursive: true })
    change(changed)
    const file = join(home, 'file')
    await exportIndex({ dir: changed, file, network: 'sample' })
    await importIndex({ file, dir: there, derive: deriveImported })
  }
  function changeRows(dir: string, sql: string): void {
    const connection = new (sqlite())(databaseFile(dir))
    connection.exec(sql)
    connection.close()
  }
  function rowsOf(dir: string): readonly unknown[] {
    const connection = openReader(databaseFile(dir))
    try {
      return CHECKED.map((sql) => connection.prepare(sql).safeIntegers().raw().all())
    } finally {
      connection.close()
    }
  }
  /** Replaces the file of a masterchain block by one with another byte, and all that its own index says of it. */
  function forgeBlock(dir: string, seqno: number): void {
    const connection = openReader(databaseFile(dir))
    const root = connection
      .prepare<[number], Buffer>('SELECT root_hash FROM blocks WHERE workchain = -1 AND seqno = ?')
      .pluck()
      .get(seqno)
    connection.close()
    const archive = archiveFolder(dir)
    const entries = [...scanSegment(join(archive, '00001.blocks'))]
    rmSync(join(archive, '00001.blocks'))
    const segments = openSegments(archive)
    const database = new (sqlite())(databaseFile(dir))
    const move = database.prepare(
      'UPDATE archived SET place = ?, length = ? WHERE block = (SELECT id FROM blocks WHERE root_hash = ?)',
    )
    for (const entry of entries) {
      if (entry.kind !== 'entry') throw new Error('the archive is damaged')
      const file = expandBlock(entry.packed)
      // A byte of the block's random seed is as good as one of a balance: no hash fits any more.
      if (root?.equals(entry.rootHash)) file.writeUInt8(file.readUInt8(file.length - 9) ^ 1, file.length - 9)
      const { offset, length } = segments.append(entry.rootHash, compressBlock(file))
      move.run(offset, length, entry.rootHash)
    }
    segments.close()
    database.close()
  }

  it.each([
    ['balances', 'UPDATE latest_states SET balance = 7'],
    ['transactions', 'UPDATE transactions SET total_fees = total_fees + 1'],
    ['traces', 'UPDATE traces SET nodes = 1, state = 1'],
    ['histories of accounts', 'INSERT INTO account_coverage SELECT id, 30, 9, 9, 0, 1 FROM accounts'],
    ['triggers', 'CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM transactions; END'],
    ['settings', "INSERT INTO meta (key, value) VALUES ('mode', 'off')"],
  ])('has the %s that its blocks lead to after the import', async (_name, sql) => {
    await moved((dir) => changeRows(dir, sql))
    expect(rowsOf(there)).toEqual(rowsOf(original))
    expect(await verifyIndex({ dir: there })).toMatchObject({
      checked: BLOCKS,
      differences: [],
      unreadable: [],
    })
  })

  it.each([
    [
      'covers blocks that it does not have',
      (dir: string) => changeRows(dir, 'UPDATE coverage SET last = 99'),
    ],
    ['has a forged block', (dir: string) => forgeBlock(dir, 12)],
  ])('is refused if it %s', async (_name, change) => {
    await expect(moved(change)).rejects.toThrow(/its blocks lead to masterchain blocks/)
  })

  /** Returns the status and text of a v3 answer from the imported index, and the problems of the gateway. */
  async function served() {
    const log = pino({ level: 'silent' })
    const dataDir = join(home, 'data')
    const gateway = await startGateway({ network: 'sample', port: 0, dataDir, index: 'off', log })
    try {
      const answer = await fetch(`${gateway.url}/api/v3/transactions?mc_seqno=20&limit=1`)
      const { problems } = await gateway.health()
      return { status: answer.status, text: await answer.text(), problems }
    } finally {
      await gateway.close()
    }
  }

  it('is not served if its newest block is not that of the network', async () => {
    await moved((dir) => forgeBlock(dir, BLOCKS))
    const { status, text, problems } = await served()
    expect([status, text, problems]).toEqual([
      503,
      expect.stringMatching(/not those of the network/),
      [expect.stringMatching(/not those of the network/)],
    ])
  })

  it('is served as proved once the network has its newest block', async () => {
    await moved(() => {})
    expect(existsSync(join(there, 'unproved.json'))).toBe(true)
    expect(await served()).toMatchObject({ status: 200, problems: [] })
    expect(existsSync(join(there, 'unproved.json'))).toBe(false)
  })
})
