import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { indexFilesCommand } from '../../../src-main/cli/indexFiles.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'
import { removeUnfinishedSnapshots } from '../../../src-main/indexer/transfer/unfinishedSnapshots.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { bundledFile } from '../../fixtures/bundle/bundledFile.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { indexContents, sampleUntil } from './sampleIndex.ts'

const KILLED = new URL('./killedTransfer.ts', import.meta.url).pathname
const MAX_DELAY_MS = 10

describe('tonscope index, of files', () => {
  let home: string
  let data: string
  let file: string
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-index-files-'))
    data = join(home, 'data')
    file = join(home, 'sample.tonindex')
    const contents = sampleUntil(60)
    await indexContents(join(data, 'sample', 'index'), contents, [{ first: 1, last: 60 }])
    contents.close()
  }, 60_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  type Ended = { readonly code: number | null; readonly out: string; readonly error: string }

  async function node(args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, args, { cwd: home })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    let out = ''
    let error = ''
    child.stdout.on('data', (text) => {
      out += text
    })
    child.stderr.on('data', (text) => {
      error += text
    })
    return { code: await ended, out, error }
  }
  const run = (args: readonly string[], dataDir = data) =>
    node([bundledFile('cli'), 'index', ...args, '--data-dir', dataDir])

  /** Runs a command several times, each time on what the killed run before has left, and kills it midway. */
  async function kill(command: string, dataDir: string, random: SeededRandom): Promise<void> {
    const made = { export: file, import: indexOf(dataDir) }[command]
    for (const step of [1, 2, 5]) {
      // The run before was killed after its last step.
      if (made !== undefined && existsSync(made)) return
      const delayMs = random.next() * MAX_DELAY_MS
      const { code, error } = await node([KILLED, command, indexOf(dataDir), file, `${step}`, `${delayMs}`])
      expect(error).toBe('')
      // It can have ended before it was killed.
      if (code === 0) return
      expect(code).toBeNull()
    }
  }
  const indexOf = (dataDir: string) => join(dataDir, 'sample', 'index')

  const countsOf = (folder: string) => {
    const connection = openReader(databaseFile(indexOf(folder)))
    try {
      const tables = ['transactions', 'messages', 'blocks', 'archived', 'latest_states', 'traces', 'coverage']
      return tables.map((table) => connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    } finally {
      connection.close()
    }
  }

  test('the next start removes the snapshot of an export that was killed while it wrote it', async () => {
    const unfinished = join(home, 'killed.tonindex.snapshot.new')
    expect(await node([KILLED, 'snapshot', indexOf(data), unfinished])).toMatchObject({ code: null })
    expect(existsSync(unfinished)).toBe(true)
    const other = join(home, 'other.snapshot.new')
    writeFileSync(other, 'of a running export')
    writeFileSync(join(indexOf(data), `export.${process.ppid}.path`), other)
    removeUnfinishedSnapshots(indexOf(data))
    expect(existsSync(unfinished)).toBe(false)
    expect(existsSync(other)).toBe(true)
    const notes = () => readdirSync(indexOf(data)).filter((name) => name.startsWith('export.'))
    expect(notes()).toEqual([`export.${process.ppid}.path`])
    // A note that names another file removes nothing but itself.
    rmSync(join(indexOf(data), `export.${process.ppid}.path`))
    const precious = join(home, 'precious')
    writeFileSync(precious, 'mine')
    writeFileSync(join(indexOf(data), 'export.4194304.path'), precious)
    removeUnfinishedSnapshots(indexOf(data))
    expect([existsSync(precious), notes()]).toEqual([true, []])
  })

  test('export and import move an index to another machine, although they are killed repeatedly', async () => {
    const there = join(home, 'there')
    const random = new SeededRandom(testSeed())
    await kill('export', data, random)
    if (!existsSync(file)) {
      expect(await run(['export', file, '--network', 'sample'])).toEqual({
        code: 0,
        out: `exported masterchain blocks 1-60 to ${file}\n`,
        error: '',
      })
    }
    await kill('import', there, random)
    if (!existsSync(indexOf(there))) {
      expect(await run(['import', file], there)).toEqual({
        code: 0,
        out: `imported masterchain blocks 1-60 to ${indexOf(there)}\n`,
        error: '',
      })
    }
    expect(countsOf(there)).toEqual(countsOf(data))
    expect(await run(['verify', '--all', '--network', 'sample'], there)).toEqual({
      code: 0,
      out: 'derived 60 of 60 masterchain blocks again: all as stored\n',
      error: '',
    })
  }, 60_000)

  test('rebuild derives the database again, although it is killed repeatedly', async () => {
    const other = join(home, 'other')
    cpSync(data, other, { recursive: true })
    truncateSync(databaseFile(indexOf(other)), 5000)
    await kill('rebuild', other, new SeededRandom(testSeed()))
    const { code, out } = await run(['rebuild', '--network', 'sample'], other)
    expect(out).toMatch(/^rebuilt: masterchain blocks 1-60, \d+ transactions\n$/)
    expect(code).toBe(0)
    expect(countsOf(other)).toEqual(countsOf(data))
  }, 60_000)

  test('verify shows changed rows, and fails', async () => {
    const other = join(home, 'changed')
    cpSync(data, other, { recursive: true })
    const connection = new (sqlite())(databaseFile(indexOf(other)))
    connection.exec('UPDATE blocks SET gen_utime = 1 WHERE workchain = -1 AND seqno = 40')
    connection.close()
    const { code, out } = await run(['verify', '--all', '--network', 'sample'], other)
    expect(code).toBe(1)
    expect(out).toMatch(
      /masterchain block 40: blocks\.gen_utime of [0-9a-f]{64} is 1, should be 1795238273\n$/,
    )
  }, 60_000)

  test('verify names damaged pages, and export refuses them', async () => {
    const other = join(home, 'damaged')
    cpSync(data, other, { recursive: true })
    const path = databaseFile(indexOf(other))
    const bytes = readFileSync(path)
    for (const at of [3_000, 3_100]) bytes.writeUInt8(bytes.readUInt8(40 * 4096 + at) ^ 1, 40 * 4096 + at)
    writeFileSync(path, bytes)
    const place = ['--network', 'sample', '--data-dir', other]
    using log = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await indexFilesCommand('verify', place)).toBe(1)
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('page 41 of'))
    const exported = indexFilesCommand('export', [join(home, 'damaged.tonindex'), ...place])
    await expect(exported).rejects.toThrow('page 41 of')
  })

  test.each([
    ['export', [], 'takes one file'],
    ['verify', ['FILE'], 'takes no file'],
    ['verify', ['--replace'], 'takes no --replace'],
    ['verify', ['--all', '--sample', '3'], 'not both'],
  ])('%s rejects the arguments %j', async (name, args, text) => {
    await expect(indexFilesCommand(name, [...args, '--network', 'sample'])).rejects.toThrow(text)
    await expect(indexFilesCommand(name, [...args, '--network', 'sample'])).rejects.toThrow(UsageError)
  })
})
