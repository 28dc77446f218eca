import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ArchiveError } from '../../../../src-main/chain/archive/archiveError.ts'
import { openArchive } from '../../../../src-main/chain/archive/openArchive.ts'
import { SAMPLE, withDirectory } from './sampleNetwork.ts'

const FILE = join(SAMPLE, 'sample.tonscope')

describe('openArchive', () => {
  it('opens a Tonscope archive as a file or in a directory, with any name', () => {
    expect(openArchive(FILE).head().seqno).toBe(800)
    expect(openArchive(SAMPLE).head().seqno).toBe(800)
    withDirectory((directory) => {
      copyFileSync(FILE, join(directory, 'chain.bin'))
      writeFileSync(join(directory, 'notes.txt'), 'TONS of notes')
      mkdirSync(join(directory, 'folder'))
      expect(openArchive(directory).head().seqno).toBe(800)
    })
  })

  it('reads only headers when it opens the sample', () => {
    // CPU time: other suites on the same cores must not count.
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage()
      openArchive(SAMPLE)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    })
    expect(Math.min(...times)).toBeLessThan(500)
  })

  it('reports the missing parts of a directory or file', () => {
    withDirectory((directory) => {
      const path = join(directory, 'file')
      writeFileSync(path, 'something')
      const cases: [string, string][] = [
        [directory, 'has no archive packages, no recording and no Tonscope archive'],
        [join(directory, 'absent'), 'cannot be read'],
        [path, 'not a Tonscope archive'],
      ]
      for (const [source, reason] of cases) {
        expect(() => openArchive(source)).toThrow(new ArchiveError(source, reason))
      }
      copyFileSync(FILE, join(directory, 'one.tonscope'))
      copyFileSync(FILE, join(directory, 'two.tonscope'))
      expect(() => openArchive(directory)).toThrow(ArchiveError)
    })
  })
})
