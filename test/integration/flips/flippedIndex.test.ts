import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { type Flip, filesIn, flipBit } from './flipBit.ts'
import { type FlippedIndexes, makeFlippedIndexes } from './flippedIndex.ts'
import { type FlippedStore, openFlippedStore } from './flippedStore.ts'

const SEED = 4
/** Flips of each file. */
const FLIPS = Number(process.env.FLIPS ?? 2)
const PAGE = 4096
const BLOCKS_FILE = join('archive', '00001.blocks')

describe(`an index in whose files bits flip (seed ${SEED})`, () => {
  let root: string
  let indexes: FlippedIndexes
  let store: FlippedStore
  const random = new SeededRandom(SEED)
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'tonscope-flipped-'))
    indexes = await makeFlippedIndexes(root)
    store = openFlippedStore(join(root, 'copy'), indexes.commits, indexes.chain)
  }, 120_000)
  afterAll(() => rmSync(root, { recursive: true }))

  it.each([
    ['index.sqlite', { kind: 'equal' }],
    ['index.sums', { kind: 'equal' }],
    [BLOCKS_FILE, { kind: 'equal' }],
    ['index.sqlite-wal', { kind: 'equal', isEarlier: true }],
  ])('has every row and block as of a commit after one bit of %s was flipped', (file, expected) => {
    for (let count = 0; count < FLIPS; count++) {
      for (const whileOpen of [false, true]) {
        const outcome = store.outcomeOf(
          indexes.folders.killed,
          (index) => void flipBit(index, file, random),
          whileOpen,
        )
        expect(outcome, `flip ${count}, ${whileOpen ? 'open' : 'closed'}`).toEqual(expected)
      }
    }
  })

  it('has every row and block, or names the damage, after bytes of any of its files were changed', () => {
    const { killed } = indexes.folders
    // The shared memory is made anew at opening, and not copied.
    for (const file of filesIn(killed).filter((name) => !name.endsWith('-shm'))) {
      for (let count = 0; count < FLIPS; count++) {
        const flips: Flip[] = []
        const damage = (index: string) => {
          for (let bit = 0; bit < 3; bit++) flips.push(flipBit(index, file, random))
        }
        const { kind, detail } = store.outcomeOf(killed, damage, false)
        expect(['equal', 'refused'], `${JSON.stringify(flips)}: ${detail}`).toContain(kind)
      }
    }
  })

  it('refuses questions when its pages are damaged while a gateway has it open, and is rebuilt', async () => {
    const outcome = await indexes.outcomeOf(
      indexes.folders.closed,
      (index) => {
        const bytes = readFileSync(databaseFile(index))
        writeFileSync(databaseFile(index), bytes.fill(0, PAGE))
        flipBit(index, BLOCKS_FILE, random)
      },
      { whileRunning: true },
    )
    expect(outcome).toEqual({ kind: 'equal' })
  })
})
