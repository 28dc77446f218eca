import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GuardedWriter, openGuardedWriter } from '../../../../src-main/store/integrity/guardedWriter.ts'
import { type Log, readLog } from '../../../../src-main/store/integrity/logFile.ts'
import { sumsPath } from '../../../../src-main/store/integrity/sumsFile.ts'
import { databaseFile, openReader, rebuildFolder } from '../../../../src-main/store/openDatabase.ts'
import { walFile } from '../../../../src-main/store/sqlite/logCheckpoints.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { CHAIN } from '../../../fixtures/store/openWriter.ts'

const SEED = 20_261
const FLIPS = 10
const PAGE = 4096

describe(`a database whose pages have checksums (seed ${SEED})`, () => {
  let home: string
  let dir: string
  let open: GuardedWriter[] = []
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-pages-'))
    dir = join(home, 'index')
    cpSync(mkdtempSync(join(home, 'empty-')), dir, { recursive: true })
  })
  afterEach(() => {
    for (const writer of open) writer.close()
    open = []
    rmSync(home, { recursive: true, force: true })
  })

  const file = () => databaseFile(dir)
  function opened(): GuardedWriter {
    const writer = openGuardedWriter(dir, CHAIN)
    open.push(writer)
    return writer
  }
  function closed(writer: GuardedWriter): void {
    open.splice(open.indexOf(writer), 1)
    writer.close()
  }
  /** Each commit adds rows with the same number, which identifies the commit. */
  function commit(writer: GuardedWriter, number: number): void {
    const insert = writer.connection.prepare('INSERT INTO contents (hash, boc) VALUES (?, ?)')
    writer.write(() =>
      writer.connection.transaction(() => {
        for (let i = 0; i < 40; i++)
          insert.run(Buffer.from(`${number}.${i}`.padEnd(32)), Buffer.alloc(300, number))
      })(),
    )
  }
  function rows(): string {
    const writer = opened()
    const all = writer.connection.prepare('SELECT hash, boc FROM contents ORDER BY id').raw().all()
    const byHash = writer.connection.prepare('SELECT hash FROM contents ORDER BY hash').pluck().all()
    closed(writer)
    return JSON.stringify([all, byHash])
  }
  /** As a killed process leaves it. */
  function killed(writer: GuardedWriter): void {
    cpSync(dir, join(home, 'killed'), { recursive: true })
    closed(writer)
    rmSync(dir, { recursive: true })
    cpSync(join(home, 'killed'), dir, { recursive: true })
  }
  function invert(path: string, at: number, mask: number): void {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] as number) ^ mask
    writeFileSync(path, bytes)
  }

  it('gets an inverted bit corrected at any position', () => {
    const first = opened()
    for (let number = 1; number <= 5; number++) commit(first, number)
    closed(first)
    const honest = rows()
    const random = new SeededRandom(SEED)
    cpSync(dir, join(home, 'whole'), { recursive: true })
    for (const path of [file(), sumsPath(file())]) {
      for (let i = 0; i < FLIPS / 2; i++) {
        const at = random.below(readFileSync(path).length)
        invert(path, at, 1 << random.below(8))
        expect(rows() === honest, `${path} at ${at}`).toBe(true)
        rmSync(dir, { recursive: true })
        cpSync(join(home, 'whole'), dir, { recursive: true })
      }
    }
  })

  it('is refused with several wrong bits, and the error names the page', () => {
    const first = opened()
    for (let number = 1; number <= 5; number++) commit(first, number)
    closed(first)
    invert(file(), PAGE * 20 + 100, 0x81)
    expect(opened).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        code: 'corrupt',
        message: expect.stringContaining('page 21'),
      }),
    )
    invert(file(), PAGE * 20 + 100, 0x81)
    writeFileSync(file(), readFileSync(file()).subarray(0, PAGE * 30))
    expect(opened).toThrow(
      expect.objectContaining({ code: 'corrupt', message: expect.stringContaining('page 31') }),
    )
  })

  it('is checked at any size if its rebuild was interrupted', () => {
    const large = { checkedBytes: 0 }
    const first = opened()
    commit(first, 1)
    closed(first)
    invert(file(), PAGE * 20 + 100, 0x81)
    openGuardedWriter(dir, CHAIN, large).close()
    mkdirSync(rebuildFolder(dir))
    expect(() => openGuardedWriter(dir, CHAIN, large)).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })

  it('is whole after a kill between any two steps', () => {
    const writer = opened()
    commit(writer, 1)
    writer.checkpoint()
    commit(writer, 2)
    killed(writer)
    expect(existsSync(walFile(file()))).toBe(true)
    const again = opened()
    expect(again.connection.prepare('SELECT count(*) FROM contents').pluck().get()).toBe(80)
    commit(again, 3)
    again.checkpoint()
    killed(again)
    expect(JSON.parse(rows())[1]).toHaveLength(120)
  })

  it.each([
    ['every commit that was checkpointed, the log still there', false, ['3 commits']],
    ['the commits before the damage', true, ['3 commits', '4 commits', '5 commits']],
  ])('opens after damage to its log with %s', (_name, goesOn, expected) => {
    const writer = opened()
    for (let number = 1; number <= 3; number++) commit(writer, number)
    // A log that is being read is not cut.
    const reader = openReader(file())
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM contents').get()
    writer.checkpoint()
    reader.close()
    // The next commit begins the log anew.
    for (let number = 4; number <= 6 && goesOn; number++) commit(writer, number)
    killed(writer)
    const { frames } = readLog(file(), { pageSize: PAGE }) as Log
    const random = new SeededRandom(SEED)
    const outcomes = new Set<string>()
    for (let i = 0; i < FLIPS; i++) {
      rmSync(dir, { recursive: true })
      cpSync(join(home, 'killed'), dir, { recursive: true })
      const at = random.below(32 + frames * (PAGE + 24))
      invert(walFile(file()), at, 1 << random.below(8))
      const [all, byHash] = JSON.parse(rows()) as [unknown[], unknown[]]
      expect(byHash, `with a bit at ${at}`).toHaveLength(all.length)
      outcomes.add(`${all.length / 40} commits`)
    }
    expect([...outcomes].sort()).toEqual(expected)
  })

  it('opens at the last checkpoint if the log was made from a damaged page', () => {
    const first = opened()
    commit(first, 1)
    closed(first)
    const writer = opened()
    commit(writer, 2)
    writer.checkpoint()
    const page = PAGE * Math.floor(readFileSync(file()).indexOf(Buffer.alloc(300, 2)) / PAGE)
    invert(file(), page + 3_000, 16)
    // So that the page is read from the file again.
    writer.connection.pragma('shrink_memory')
    writer.write(() =>
      writer.connection.prepare("UPDATE contents SET boc = x'00' WHERE boc = ?").run(Buffer.alloc(300, 2)),
    )
    expect(() => closed(writer)).toThrow(
      expect.objectContaining({
        code: 'damaged-log',
        message: expect.stringContaining(`page ${page / PAGE + 1}`),
      }),
    )
    expect(JSON.parse(rows())[1]).toHaveLength(80)
    expect(rows()).not.toContain('"data":[0]')
  })

  it('gets checksums if it has none, and does not use those of another database', () => {
    const first = opened()
    commit(first, 1)
    closed(first)
    rmSync(sumsPath(file()))
    const honest = rows()
    invert(file(), PAGE * 10 + 7, 4)
    expect(rows()).toBe(honest)
    rmSync(file())
    expect(JSON.parse(rows())).toEqual([[], []])
  })
})
