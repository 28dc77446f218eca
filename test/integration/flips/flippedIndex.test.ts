import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { Chance } from '../liteserver/lies/random.ts'
import { flipBit } from './flipBit.ts'
import { type FlippedIndexes, makeFlippedIndexes } from './flippedIndex.ts'

const SEED = 4
const PAGE = 4096

describe('a gateway whose index is damaged, and whose network is gone', () => {
  let root: string
  let indexes: FlippedIndexes
  const chance = new Chance(SEED)
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'tonscope-flipped-'))
    indexes = await makeFlippedIndexes(root)
  }, 120_000)
  afterAll(() => rmSync(root, { recursive: true }))

  /** Inverts two bits in each of some pages, which cannot be corrected then. */
  function spoilPages(index: string, pages: readonly number[]): void {
    const bytes = readFileSync(databaseFile(index))
    for (const page of pages)
      for (const at of [100, 3_000]) bytes.writeUInt8(bytes.readUInt8(page * PAGE + at) ^ 1, page * PAGE + at)
    writeFileSync(databaseFile(index), bytes)
  }

  it(`answers as before with an index rebuilt from an archive with a flipped bit (seed ${SEED})`, async () => {
    const outcome = await indexes.outcomeOf(indexes.folders.closed, (index) => {
      spoilPages(index, [20, 30, 40, 50, 60])
      flipBit(index, 'index.sums', chance)
      flipBit(index, join('archive', '00001.blocks'), chance)
    })
    expect(outcome).toEqual({ kind: 'equal' })
  })

  it('refuses questions and rebuilds the index when pages are damaged while it is open', async () => {
    const outcome = await indexes.outcomeOf(
      indexes.folders.closed,
      (index) => {
        const bytes = readFileSync(databaseFile(index))
        writeFileSync(databaseFile(index), bytes.fill(0, PAGE))
      },
      { whileRunning: true },
    )
    expect(outcome).toEqual({ kind: 'equal' })
  })

  it('names the damage and what helps if the archive is gone too', async () => {
    const outcome = await indexes.outcomeOf(indexes.folders.closed, (index) => {
      spoilPages(index, [30])
      rmSync(archiveFolder(index), { recursive: true })
    })
    expect(outcome).toMatchObject({
      kind: 'refused',
      detail: expect.stringMatching(/503 .*page 31 .*cannot be rebuilt.*no blocks.*index import/),
    })
  })
})
