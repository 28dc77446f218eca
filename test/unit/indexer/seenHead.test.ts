import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSeenHead } from '../../../src-main/indexer/seenHead.ts'

let dir: string
let path: string
let lines: string[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tonscope-head-'))
  path = join(dir, 'head')
  lines = []
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const log = () => pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
const open = (canWrite = true) => openSeenHead(dir, { canWrite, log: log() })

describe('openSeenHead', () => {
  it('has seen no block without a file, and keeps the newest one for the next run', async () => {
    const head = open()
    expect(head.seqno()).toBe(0)
    head.note(800)
    head.note(799)
    head.close()
    expect(open().seqno()).toBe(800)
    expect(lines).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['half of it', '80'],
    ['no number', 'x\n'],
    ['zero bytes', '\0\0\0\0'],
    ['a number above 32 bits', '9999999999\n'],
    ['a megabyte', `${'1'.repeat(1 << 20)}\n`],
  ])('does not know the newest block of a damaged file, and logs it: %s', async (_, text) => {
    await writeFile(path, text)
    const head = open()
    expect(head.seqno()).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining(`${path} is damaged and does not count`)])
    head.close()
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('replaces a damaged file at the next proved block', async () => {
    await writeFile(path, '')
    const head = open()
    head.note(5)
    expect(head.seqno()).toBe(5)
    head.close()
    expect(open().seqno()).toBe(5)
    expect(lines).toHaveLength(1)
  })

  it('does not know the newest block of a file that cannot be read or written, and logs each once', async () => {
    await mkdir(path)
    const head = open()
    expect(head.seqno()).toBeUndefined()
    head.note(5)
    head.close()
    expect(lines).toEqual([
      expect.stringContaining(`${path} is damaged`),
      expect.stringContaining(`${path} cannot be written`),
    ])
  })

  it('does not write in a folder that is only read', async () => {
    await writeFile(path, '7\n')
    await chmod(dir, 0o500)
    const head = open(false)
    head.note(8)
    head.close()
    expect(head.seqno()).toBe(8)
    expect(await readFile(path, 'utf8')).toBe('7\n')
    expect(lines).toEqual([])
    await chmod(dir, 0o700)
  })
})
