import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTrustFile, TRUST_FILE } from '../../../src-main/gateway/trustFile.ts'
import { blockId } from '../api/v2/fakeSession.ts'

const ANCHOR = { zeroState: blockId(-1, 0), initBlock: blockId(-1, 100) }
const KEY_BLOCK = blockId(-1, 500)

let folder: string
let lines: string[]
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tonscope-trust-')), 'mainnet')
  lines = []
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const log = () => pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
const open = (anchor = ANCHOR) => openTrustFile(folder, anchor, log())

/** Writes a file with a key block. */
async function saved(keyBlock = KEY_BLOCK): Promise<void> {
  const file = open()
  await file.load()
  file.save(keyBlock)
  file.close()
}

describe('openTrustFile', () => {
  it('is empty before the first key block', async () => {
    expect(await open().load()).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('returns the newest key block in the next run', async () => {
    await saved()
    const file = open()
    expect(await file.load()).toEqual(KEY_BLOCK)
    file.save(blockId(-1, 600))
    file.save(blockId(-1, 700))
    file.close()
    expect(await open().load()).toEqual(blockId(-1, 700))
    expect(await readdir(folder)).toEqual([TRUST_FILE])
  })

  it('writes the first key block at once, so that a kill loses a second at most', async () => {
    const file = open()
    await file.load()
    file.save(KEY_BLOCK)
    expect(await open().load()).toEqual(KEY_BLOCK)
    file.close()
  })

  it('ignores the key block of another anchor or network', async () => {
    await saved()
    expect(await open({ ...ANCHOR, initBlock: blockId(-1, 101) }).load()).toBeUndefined()
    expect(
      await open({ ...ANCHOR, zeroState: { ...blockId(-1, 0), rootHash: Buffer.alloc(32, 9) } }).load(),
    ).toBe(undefined)
    expect(lines).toEqual(Array(2).fill(expect.stringContaining('is of another anchor')))
  })

  it.each([
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['no JSON', () => 'trust me'],
    ['a hash of another length', (text: string) => text.replace(/"root_hash": "\w/, '"root_hash": "')],
    ['a negative seqno', (text: string) => text.replace('"seqno": 500', '"seqno": -500')],
    ['another version', (text: string) => text.replace('"version": 1', '"version": 2')],
    ['a megabyte', (text: string) => text + ' '.repeat(1 << 20)],
  ])('ignores a damaged file with a line in the log: %s', async (_, damage) => {
    await saved()
    const path = join(folder, TRUST_FILE)
    await writeFile(path, damage(await readFile(path, 'utf8')))
    expect(await open().load()).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining(`${path} is damaged and does not count`)])
  })

  it('works without a file if its folder cannot be created', async () => {
    await writeFile(folder, 'a file stands in its place')
    await saved()
    expect(await open().load()).toBeUndefined()
    expect(lines.join()).toContain('cannot be written: the next start proves the chain again')
  })
})
