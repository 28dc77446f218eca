import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressBlock } from '../../../../src-main/store/archive/blockFile.ts'
import { openBlockReader } from '../../../../src-main/store/archive/blockReader.ts'
import { archiveFolder, openSegments } from '../../../../src-main/store/archive/segments.ts'
import { createArchiveCheck } from '../../../../src-main/store/integrity/archiveCheck.ts'
import {
  type BackgroundCheck,
  startBackgroundCheck,
} from '../../../../src-main/store/integrity/backgroundCheck.ts'
import { type GuardedWriter, openGuardedWriter } from '../../../../src-main/store/integrity/guardedWriter.ts'
import type { DamageReport, IntegrityStatus } from '../../../../src-main/store/integrity/integrityStatus.ts'
import { databaseFile } from '../../../../src-main/store/openDatabase.ts'
import { walFile } from '../../../../src-main/store/sqlite/logCheckpoints.ts'
import { CHAIN } from '../../../fixtures/store/openWriter.ts'

const PAGE = 4096
const DAY_MS = 24 * 3_600_000

describe('the background check of an index', () => {
  let dir: string
  let guarded: GuardedWriter
  let check: BackgroundCheck | undefined
  let now = 1_700_000_000_000
  let steady = 0
  let status: IntegrityStatus | undefined
  let damage: DamageReport | undefined
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'tonscope-check-'))
    status = damage = undefined
    // As if it were large: opening does not check the pages.
    guarded = openGuardedWriter(dir, CHAIN, { checkedBytes: 0 })
    guarded.close()
    guarded = openGuardedWriter(dir, CHAIN, { checkedBytes: 0 })
  })
  afterEach(() => {
    check?.[Symbol.dispose]()
    check = undefined
    try {
      guarded.close()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  const file = () => databaseFile(dir)
  function start(): BackgroundCheck {
    check = startBackgroundCheck({
      file: file(),
      guarded,
      archive: createArchiveCheck(guarded.connection, archiveFolder(dir)),
      onStatus: (changed) => {
        status = changed
      },
      onDamage: (found) => {
        damage = found
      },
      now: () => now,
      steady: () => steady,
    })
    return check
  }
  function pass(ms: number): void {
    now += ms
    steady += ms
  }
  function passed(): void {
    const started = start()
    while (started.step());
  }
  function invert(path: string, at: number, mask: number): void {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] as number) ^ mask
    writeFileSync(path, bytes)
  }
  /** Adds rows of some pages, which stay in the log. */
  function addRows(): void {
    const insert = guarded.connection.prepare('INSERT INTO contents (hash, boc) VALUES (?, ?)')
    guarded.write(() => {
      for (let i = 0; i < 40; i++) insert.run(Buffer.from(`${i}`.padEnd(32)), Buffer.alloc(300, i))
    })
  }
  /** Archives two blocks and their rows. */
  function archiveBlocks() {
    const segments = openSegments(archiveFolder(dir))
    const blocks = [1, 2].map((seqno) => {
      const boc = Buffer.alloc(2_000, seqno)
      const rootHash = Buffer.alloc(32, seqno)
      const ref = segments.append(rootHash, compressBlock(boc))
      guarded.connection
        .prepare(
          `INSERT INTO blocks (id, workchain, shard, seqno, root_hash, file_hash, mc_seqno, tx_count)
          VALUES (?, 0, 0, ?, ?, ?, 1, 0)`,
        )
        .run(seqno, seqno, rootHash, hash('sha256', boc, 'buffer'))
      guarded.connection
        .prepare('INSERT INTO archived (block, segment, place, length, unpacked) VALUES (?, ?, ?, ?, ?)')
        .run(seqno, ref.segment, ref.offset, ref.length, ref.unpacked)
      return { boc, rootHash, ref }
    })
    segments.close()
    return blocks
  }

  it('names the size that the last pass checked, without what was written since', () => {
    addRows()
    guarded.checkpoint()
    passed()
    const { totalBytes = 0, completedBytes } = status ?? {}
    expect(completedBytes).toBe(totalBytes)
    check?.[Symbol.dispose]()
    const insert = guarded.connection.prepare('INSERT INTO contents (hash, boc) VALUES (?, ?)')
    guarded.write(() => insert.run(Buffer.from('more'.padEnd(32)), Buffer.alloc(100_000)))
    guarded.checkpoint()
    start()
    expect(status).toMatchObject({ checkedBytes: totalBytes, completedBytes: totalBytes })
    expect(status?.totalBytes).toBeGreaterThan(totalBytes + 90_000)
  })

  it('ends a pass without a report if nothing is damaged, and starts the next a day later', () => {
    archiveBlocks()
    passed()
    expect(status).toMatchObject({ completedAt: now / 1000, corrected: 0, archiveDamage: [] })
    expect(status?.checkedBytes).toBe(status?.totalBytes)
    expect(damage).toBeUndefined()
    pass(DAY_MS - 1)
    expect(check?.step()).toBe(false)
    pass(1)
    expect(check?.step()).toBe(true)
  })

  it('keeps the day between passes if the clock of the machine is set back or ahead', () => {
    passed()
    now += 2 * DAY_MS
    expect(check?.step()).toBe(false)
    now -= 4 * DAY_MS
    steady += DAY_MS
    expect(check?.step()).toBe(true)
  })

  it('counts the time since a pass that an earlier run completed', () => {
    passed()
    check?.[Symbol.dispose]()
    now += DAY_MS / 2
    expect(start().step()).toBe(false)
    pass(DAY_MS / 2)
    expect(check?.step()).toBe(true)
  })

  it('begins a pass at once if the last one was completed in the future', () => {
    passed()
    check?.[Symbol.dispose]()
    now -= DAY_MS
    expect(start().step()).toBe(true)
  })

  it('continues at its position after the index was closed', () => {
    start().step()
    const position = status?.checkedBytes
    expect(position).toBeGreaterThan(0)
    check?.[Symbol.dispose]()
    guarded.close()
    guarded = openGuardedWriter(dir, CHAIN, { checkedBytes: 0 })
    start()
    expect(status?.checkedBytes).toBe(position)
  })

  it('corrects an inverted bit of a page and requests that the database is opened again', () => {
    const whole = readFileSync(file())
    invert(file(), PAGE * 5 + 100, 8)
    passed()
    expect(damage).toMatchObject({ needsRebuild: false, message: expect.stringContaining('page 6') })
    expect(readFileSync(file()).equals(whole)).toBe(true)
  })

  it('reports a page with several wrong bits', () => {
    invert(file(), PAGE * 5 + 100, 0x18)
    passed()
    expect(damage).toMatchObject({ needsRebuild: true, message: expect.stringContaining('page 6') })
    invert(file(), PAGE * 5 + 100, 0x18)
  })

  it('reports a damaged log, of which no frame reaches the database', () => {
    addRows()
    const whole = readFileSync(file())
    invert(walFile(file()), 2_000, 1)
    passed()
    expect(damage).toMatchObject({ needsRebuild: false, message: expect.stringContaining('frame 1') })
    expect(() => guarded.close()).toThrow(expect.objectContaining({ code: 'damaged-log' }))
    expect(readFileSync(file()).equals(whole)).toBe(true)
    guarded = openGuardedWriter(dir, CHAIN)
    expect(guarded.connection.prepare('SELECT count(*) FROM contents').pluck().get()).toBe(0)
  })

  it('corrects an inverted bit of an archived block in its file', () => {
    const [block] = archiveBlocks()
    const path = join(archiveFolder(dir), '00001.blocks')
    const whole = readFileSync(path)
    invert(path, (block?.ref.offset ?? 0) + 50, 4)
    passed()
    expect(readFileSync(path).equals(whole)).toBe(true)
    expect(status).toMatchObject({ corrected: 1, archiveDamage: [] })
    expect(damage).toBeUndefined()
  })

  it('names archived blocks that are lost', () => {
    const [block, other] = archiveBlocks()
    const path = join(archiveFolder(dir), '00001.blocks')
    invert(path, (block?.ref.offset ?? 0) + 50, 0x81)
    passed()
    expect(status?.archiveDamage).toEqual([expect.stringMatching(/has lost \(0,.*,1\).*checksum/)])
    const reader = openBlockReader(archiveFolder(dir))
    expect(other && reader.read(other.rootHash, other.ref)).toEqual(other?.boc)
    reader.close()
    rmSync(path)
    pass(DAY_MS)
    while (check?.step());
    expect(status?.archiveDamage).toHaveLength(2)
  })

  it('names a damaged kept file', () => {
    archiveBlocks()
    const zeros = '00'.repeat(32)
    writeFileSync(join(archiveFolder(dir), `-1.8000000000000000.0.${zeros}.${zeros}.boc`), 'not a state')
    passed()
    expect(status?.archiveDamage).toEqual([expect.stringContaining('the file of (-1,8000000000000000,0)')])
  })
})
