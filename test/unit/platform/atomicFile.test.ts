import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  removeUnfinished,
  writeAtomically,
  writeAtomicallyAsync,
} from '../../../src-main/platform/atomicFile.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atomic-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe.each([
  ['writeAtomically', async (...write: Parameters<typeof writeAtomically>) => writeAtomically(...write)],
  ['writeAtomicallyAsync', writeAtomicallyAsync],
])('%s', (_, write) => {
  it('replaces a file and leaves no other', async () => {
    const path = join(dir, 'file')
    writeFileSync(path, 'old and longer')
    await write(path, Buffer.from('new'))
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(dir)).toEqual(['file'])
  })

  it('makes a file that only its owner can read, unless a mode is given', async () => {
    await write(join(dir, 'own'), 'text')
    await write(join(dir, 'open'), 'text', { mode: 0o644, isDurable: false })
    const modeOf = (name: string) => statSync(join(dir, name)).mode & 0o777
    expect([modeOf('own'), modeOf('open')]).toEqual([0o600, 0o644])
  })

  it('rejects with the error of the system, and removes the unfinished file', async () => {
    mkdirSync(join(dir, 'folder', 'kept'), { recursive: true })
    await expect(write(join(dir, 'folder'), 'text')).rejects.toMatchObject({ syscall: 'rename' })
    expect(readdirSync(dir)).toEqual(['folder'])
    await expect(write(join(dir, 'missing', 'file'), 'text')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('removeUnfinished', () => {
  it('removes the unfinished files of killed processes, and no other', () => {
    const names = ['file', 'file.tmp', `file.${randomUUID()}.tmp`, `other.boc.${randomUUID()}.tmp`]
    for (const name of names) writeFileSync(join(dir, name), '')
    removeUnfinished(dir)
    expect(readdirSync(dir).sort()).toEqual(['file', 'file.tmp'])
  })

  it('spares files that another process can still be writing', () => {
    const [old, fresh] = [`old.${randomUUID()}.tmp`, `fresh.${randomUUID()}.tmp`]
    for (const name of [old, fresh]) writeFileSync(join(dir, name), '')
    const twoMinutesAgo = Date.now() / 1000 - 120
    utimesSync(join(dir, old), twoMinutesAgo, twoMinutesAgo)
    removeUnfinished(dir, { minAgeMs: 60_000 })
    expect(readdirSync(dir)).toEqual([fresh])
  })
})
