import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { type Flip, filesIn, flipBit } from '../integration/flips/flipBit.ts'
import { makeFlippedIndexes, type Outcome } from '../integration/flips/flippedIndex.ts'
import { openFlippedStore } from '../integration/flips/flippedStore.ts'

const SEED = Number(process.env.TONSCOPE_FLIPS_SEED ?? 1)
/** Over all files in turn: those compared row by row, and those about which a gateway is asked everything. */
const FLIPS = Number(process.env.TONSCOPE_FLIPS ?? 660)
const GATEWAY_FLIPS = Number(process.env.TONSCOPE_FLIPS_GATEWAY ?? 22)

/** Memory that SQLite's connections share, made again from the log. */
const OTHERS = /-shm$/

type Case = {
  readonly state: string
  readonly folder: string
  readonly file: string
  /** The file is damaged while the index is open. */
  readonly isOpen: boolean
}

/**
 * Flips single bits of an index's files, one at a time: before it is opened, and while it is open. All rows and archived
 * blocks, or all answers of a gateway without a network, must equal those of the intact index as of a commit that the
 * coverage names, or be refused with a reason. Yields the outcomes by file.
 */
export async function* benchFlipsIndex(): AsyncGenerator<object> {
  const root = mkdtempSync(join(tmpdir(), 'flips-index-'))
  const random = new SeededRandom(SEED)
  try {
    const indexes = await makeFlippedIndexes(root)
    const store = openFlippedStore(join(root, 'copy'), indexes.commits, indexes.chain)
    const atRest = Object.entries(indexes.folders).flatMap(([state, folder]) =>
      filesIn(folder)
        .filter((file) => !OTHERS.test(file))
        .map((file) => ({ state, folder, file, isOpen: false })),
    )
    const open = atRest
      .filter(({ state }) => state === 'killed')
      .map((each) => ({ ...each, state: 'open', isOpen: true }))
    const all: Outcomes = { byName: new Map(), wrong: [] }
    await flipAll([...atRest, ...open], FLIPS, all, (each, damage) =>
      store.outcomeOf(each.folder, (index) => damage(index), each.isOpen),
    )
    await flipAll(atRest, GATEWAY_FLIPS, all, (each, damage) =>
      indexes.outcomeOf(each.folder, (index) => damage(index)),
    )
    yield* figures(all)
    const { length } = all.wrong
    yield { seed: SEED, flips: FLIPS, gatewayFlips: GATEWAY_FLIPS, files: atRest.length, wrong: length }
    if (length > 0) throw new Error(`${length} flips were answered wrongly`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }

  async function flipAll(
    cases: readonly Case[],
    flips: number,
    { byName, wrong }: Outcomes,
    outcomeOf: (each: Case, damage: (index: string) => void) => Outcome | Promise<Outcome>,
  ): Promise<void> {
    for (let count = 0; count < flips; count++) {
      const each = cases[count % cases.length] as Case
      let flip: Flip | undefined
      const outcome = await outcomeOf(each, (index) => {
        flip = flipBit(index, each.file, random)
      })
      const file = each.file.length > 40 ? `${each.file.slice(0, 40)}…` : each.file
      const name = `${each.state} ${file}`
      byName.set(name, [...(byName.get(name) ?? []), outcome])
      if (outcome.kind === 'wrong' && flip) wrong.push({ ...flip, name, detail: outcome.detail })
    }
  }
}

type Wrong = Flip & { readonly name: string; readonly detail: string | undefined }
type Outcomes = { readonly byName: Map<string, readonly Outcome[]>; readonly wrong: Wrong[] }

function* figures({ byName, wrong }: Outcomes): Generator<object> {
  for (const [file, all] of byName) {
    const number = (isSo: (outcome: Outcome) => boolean) => all.filter(isSo).length
    yield {
      file,
      equal: number(({ kind, isEarlier }) => kind === 'equal' && !isEarlier),
      equalToAnEarlierCommit: number(({ kind, isEarlier }) => kind === 'equal' && isEarlier === true),
      refused: number(({ kind }) => kind === 'refused'),
      wrong: number(({ kind }) => kind === 'wrong'),
      reason: all.find(({ kind }) => kind === 'refused')?.detail,
    }
  }
  for (const flip of wrong) yield { wrong: flip }
}
