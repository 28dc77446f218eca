import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  chainDir,
  commitRestore,
  deleteSnapshot,
  listSnapshots,
  prepareRestore,
  recoverDirectory,
  saveSnapshot,
} from '../../../../src-main/devnet/runtime/snapshots.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'snapshots-'))
  write('old')
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A devnet's directory whose files all have the same content. */
function write(text: string): void {
  mkdirSync(join(chainDir(dir), 'states'), { recursive: true })
  for (const file of ['devnet.json', 'chain/blocks', 'chain/states/1']) writeFileSync(join(dir, file), text)
}

/** What the files say, in one word each. */
function read(): string[] {
  return ['devnet.json', 'chain/blocks', 'chain/states/1'].map((file) =>
    readFileSync(join(dir, file), 'utf8'),
  )
}

const about = (name: string) => ({ name, seqno: 7, utime: 1_800_000_000, saved_at: 1_800_000_001 })
const good = async () => undefined

describe('snapshots', () => {
  it('are copies, listed by name', async () => {
    await saveSnapshot(dir, about('b'))
    await saveSnapshot(dir, about('a'))
    write('new')
    expect(listSnapshots(dir)).toEqual([about('a'), about('b')])
    await prepareRestore(dir, 'a', good)
    commitRestore(dir)
    expect(read()).toEqual(['old', 'old', 'old'])
    expect(readdirSync(dir).sort()).toEqual(['chain', 'devnet.json', 'snapshots'])
  })

  it('are at most 32', async () => {
    for (let index = 0; index < 32; index++) await saveSnapshot(dir, about(`n${index}`))
    await expect(saveSnapshot(dir, about('more'))).rejects.toMatchObject({ code: 'conflict' })
    await deleteSnapshot(dir, 'n5')
    await saveSnapshot(dir, about('more'))
    expect(listSnapshots(dir)).toHaveLength(32)
  })

  it('without metadata are not listed', async () => {
    mkdirSync(join(dir, 'snapshots', 'empty'), { recursive: true })
    writeFileSync(join(dir, 'snapshots', 'README'), 'mine')
    expect(listSnapshots(dir)).toEqual([])
    await expect(prepareRestore(dir, 'empty', good)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are not restored where they are found bad, and nothing changes', async () => {
    await saveSnapshot(dir, about('a'))
    write('new')
    const bad = prepareRestore(dir, 'a', async () => {
      throw new Error('bad')
    })
    await expect(bad).rejects.toThrow('bad')
    expect(read()).toEqual(['new', 'new', 'new'])
    expect(existsSync(join(dir, 'incoming.tmp'))).toBe(false)
  })
})

describe('a crash', () => {
  it('while a snapshot is made or forgotten leaves none of it', async () => {
    await saveSnapshot(dir, about('a'))
    for (const name of ['.saving', '.forgotten']) {
      cpSync(join(dir, 'snapshots', 'a'), join(dir, 'snapshots', name), { recursive: true })
    }
    recoverDirectory(dir)
    expect(readdirSync(join(dir, 'snapshots'))).toEqual(['a'])
  })

  it('before a restore is certain leaves the old chain', async () => {
    await saveSnapshot(dir, about('a'))
    write('new')
    await prepareRestore(dir, 'a', good)
    recoverDirectory(dir)
    expect(read()).toEqual(['new', 'new', 'new'])
    expect(existsSync(join(dir, 'incoming.tmp'))).toBe(false)
  })

  it('at any later moment of a restore leads to the restored chain', async () => {
    await saveSnapshot(dir, about('a'))
    const incoming = join(dir, 'incoming')
    const moments: (() => void)[] = [
      () => undefined,
      // The old chain is being removed,
      () => rmSync(join(chainDir(dir), 'states'), { recursive: true }),
      () => rmSync(chainDir(dir), { recursive: true }),
      // the new one is in its place,
      () => {
        rmSync(chainDir(dir), { recursive: true })
        cpSync(chainDir(incoming), chainDir(dir), { recursive: true })
        rmSync(chainDir(incoming), { recursive: true })
      },
      // and so are its settings.
      () => {
        rmSync(chainDir(dir), { recursive: true })
        cpSync(chainDir(incoming), chainDir(dir), { recursive: true })
        cpSync(join(incoming, 'devnet.json'), join(dir, 'devnet.json'))
        rmSync(chainDir(incoming), { recursive: true })
        rmSync(join(incoming, 'devnet.json'))
      },
    ]
    for (const crash of moments) {
      write('new')
      await prepareRestore(dir, 'a', good)
      cpSync(join(dir, 'incoming.tmp'), incoming, { recursive: true })
      rmSync(join(dir, 'incoming.tmp'), { recursive: true })
      crash()
      recoverDirectory(dir)
      expect(read()).toEqual(['old', 'old', 'old'])
      expect(existsSync(incoming)).toBe(false)
    }
  })
})
