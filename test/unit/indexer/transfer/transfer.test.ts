import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXPORT_START, frame, MANIFEST } from '../../../../src-main/indexer/transfer/exportFormat.ts'
import { exportIndex } from '../../../../src-main/indexer/transfer/exportIndex.ts'
import { importIndex, readManifest } from '../../../../src-main/indexer/transfer/importIndex.ts'
import { openBlockReader } from '../../../../src-main/store/archive/blockReader.ts'
import { archiveFolder, openSegments } from '../../../../src-main/store/archive/segments.ts'
import { databaseFile, openReader, openWriter } from '../../../../src-main/store/openDatabase.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { CHAIN, makeSmallIndex } from './smallIndex.ts'

const random = new SeededRandom('transfer')

let dir: string
let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tonscope-transfer-'))
  dir = join(home, 'index')
  file = join(home, 'index.tonindex')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const exported = (options = {}) => exportIndex({ dir, network: 'devnet', file, ...options })
const imported = (options = {}) =>
  importIndex({ dir: join(home, 'there'), file, derive: async () => {}, ...options })

/** Everything that an index holds: the database's rows, and each block's file as it is in the archive. */
function contentsOf(folder: string) {
  const connection = openReader(databaseFile(folder))
  const reader = openBlockReader(archiveFolder(folder))
  try {
    const rows = (table: string) => connection.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
    const refs = connection
      .prepare<[], { root_hash: Buffer; segment: number; offset: number; length: number }>(
        'SELECT root_hash, segment, place AS "offset", length FROM archived JOIN blocks ON blocks.id = block ORDER BY block',
      )
      .all()
    const files = refs.map(({ root_hash, ...ref }) => reader.read(root_hash, ref))
    return { meta: rows('meta'), blocks: rows('blocks'), coverage: rows('coverage'), files }
  } finally {
    reader.close()
    connection.close()
  }
}

describe('an exported index', () => {
  test('is imported without a change, and can be read without write permission', async () => {
    makeSmallIndex(dir)()
    const manifest = await exported()
    expect(manifest).toMatchObject({ chain: CHAIN, network: 'devnet', coverage: [[1, 40]] })
    expect(manifest.files.length).toBeGreaterThan(3)
    expect(await readManifest(file)).toEqual(manifest)
    await imported()
    expect(contentsOf(join(home, 'there'))).toEqual(contentsOf(dir))
    expect(readdirSync(home).sort()).toEqual(['index', 'index.tonindex', 'there'])
    expect(readdirSync(join(home, 'there')).sort()).toEqual(['archive', 'index.sqlite'])
  })

  test('has the state of one moment while another connection writes', async () => {
    const close = makeSmallIndex(dir)
    const before = contentsOf(dir)
    const writer = openWriter(dir, CHAIN)
    const segments = openSegments(archiveFolder(dir))
    await exported({
      onProgress() {
        writer.prepare('UPDATE coverage SET last = last + 1').run()
        segments.append(random.bytes(32), Buffer.from([0, 1, 0, 0, 0, 7]))
      },
    })
    segments.close()
    writer.close()
    close()
    expect(contentsOf(dir).coverage).not.toEqual(before.coverage)
    await imported()
    expect(contentsOf(join(home, 'there'))).toEqual(before)
  })

  test('replaces any rest of an earlier export', async () => {
    makeSmallIndex(dir)()
    const whole = await wholeExport()
    for (const left of [0, 5, 12, 500, whole.length >> 1, whole.length - 40, whole.length - 1]) {
      await interruptedExport()
      writeFileSync(`${file}.part`, whole.subarray(0, left))
      await exported()
      expect(readFileSync(file).length, `${left} bytes were left`).toBe(whole.length)
      await imported({ replace: true })
      expect(contentsOf(join(home, 'there'))).toEqual(contentsOf(dir))
      rmSync(file)
    }
  })

  test('is continued after an interruption', async () => {
    makeSmallIndex(dir, { blocks: 200 })()
    const stop = new AbortController()
    let first = 0
    const interrupted = exported({
      signal: stop.signal,
      onProgress(done: number) {
        first = done
        stop.abort()
      },
    })
    await expect(interrupted).rejects.toThrow('abort')
    const seen: number[] = []
    await exported({ onProgress: (done: number) => seen.push(done) })
    expect(Math.min(...seen)).toBeGreaterThan(first)
    await imported()
    expect(contentsOf(join(home, 'there'))).toEqual(contentsOf(dir))
  })

  /** Leaves the snapshot and the part of an export that was stopped. */
  async function interruptedExport() {
    const stop = new AbortController()
    stop.abort()
    await expect(exported({ signal: stop.signal })).rejects.toThrow('abort')
  }
  async function wholeExport(): Promise<Buffer> {
    await exported()
    const whole = readFileSync(file)
    rmSync(file)
    return whole
  }

  test('is not written over another file', async () => {
    makeSmallIndex(dir)()
    writeFileSync(file, 'mine')
    await expect(exported()).rejects.toThrow('is there already')
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

describe('importIndex', () => {
  beforeEach(async () => {
    makeSmallIndex(dir)()
    await exported()
  })

  const flip = (at: (bytes: Buffer) => number) => () => {
    const bytes = readFileSync(file)
    bytes[at(bytes)]! ^= 1
    writeFileSync(file, bytes)
  }
  test.each([
    ['its manifest is changed', flip(() => 30), 'the part at 12 has another hash'],
    ['its data are changed', flip((bytes) => bytes.length >> 1), 'has another hash'],
    ['its last hash is changed', flip((bytes) => bytes.length - 1), 'has another hash'],
    ['its format is newer', flip(() => 9), 'its format is version 257, this program reads version 1'],
    ['it is something else', () => writeFileSync(file, 'A file of another kind'), 'it is no exported index'],
    ['its end is missing', () => truncateSync(file, readFileSync(file).length - 70), 'in the middle'],
    ['it is gone', () => rmSync(file), 'cannot be read'],
  ])('rejects a file if %s, and changes nothing', async (_name, spoil, reason) => {
    spoil()
    await expect(imported()).rejects.toThrow(reason)
    await expect(imported()).rejects.toMatchObject({ name: 'TransferError' })
    expect(existsSync(join(home, 'there'))).toBe(false)
  })

  test('rejects an index of a newer program', async () => {
    const manifest = { ...(await readManifest(file)), schema: 99 }
    writeFileSync(file, Buffer.concat([EXPORT_START, frame(MANIFEST, Buffer.from(JSON.stringify(manifest)))]))
    await expect(imported()).rejects.toMatchObject({ name: 'StoreError', code: 'newer-schema' })
  })

  test('continues after an interruption, also if the last written bytes were lost', async () => {
    const stop = new AbortController()
    const interrupted = imported({ signal: stop.signal, onProgress: () => stop.abort() })
    await expect(interrupted).rejects.toThrow('abort')
    const staged = join(home, 'there.import', 'index.sqlite')
    expect(existsSync(staged)).toBe(true)
    truncateSync(staged, 5000)
    appendFileSync(staged, Buffer.alloc(3000))
    await imported()
    expect(contentsOf(join(home, 'there'))).toEqual(contentsOf(dir))
  })

  test('leaves an existing index unchanged, unless it may replace one of the same chain', async () => {
    const there = join(home, 'there')
    makeSmallIndex(there, { blocks: 3 })()
    const before = contentsOf(there)
    await expect(imported()).rejects.toThrow('there is an index at')
    expect(contentsOf(there)).toEqual(before)
    await imported({ replace: true })
    expect(contentsOf(there)).toEqual(contentsOf(dir))
  })

  test('does not replace an index of another chain', async () => {
    const there = join(home, 'there')
    makeSmallIndex(there, { chain: 'cd'.repeat(32) })()
    const before = contentsOf(there)
    await expect(imported({ replace: true })).rejects.toMatchObject({ code: 'other-chain' })
    expect(contentsOf(there)).toEqual(before)
  })

  test('does not replace an index in use', async () => {
    const close = makeSmallIndex(join(home, 'there'), { blocks: 3 })
    try {
      await expect(imported({ replace: true })).rejects.toMatchObject({ code: 'locked' })
    } finally {
      close()
    }
  })

  test('rejects an index for a network of another chain', async () => {
    await expect(imported({ chain: 'cd'.repeat(32) })).rejects.toMatchObject({ code: 'other-chain' })
  })

  test('restores the folder that a killed import had moved', async () => {
    const there = join(home, 'there')
    mkdirSync(`${there}.old`)
    makeSmallIndex(`${there}.old`, { blocks: 3 })()
    await expect(imported()).rejects.toThrow('there is an index at')
    expect(contentsOf(there).blocks).toHaveLength(3)
  })
})
