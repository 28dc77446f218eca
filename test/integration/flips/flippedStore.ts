import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { openBlockReader } from '../../../src-main/store/archive/blockReader.ts'
import { keptFiles, readKept } from '../../../src-main/store/archive/keptFiles.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { type SeqnoRange, StoreError } from '../../../src-main/store/indexStore.ts'
import type { DamageReport } from '../../../src-main/store/integrity/integrityStatus.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { copyIndex, type Outcome } from './flippedIndex.ts'

/** Codes of errors that refuse a damaged index with a reason. */
const REFUSALS: ReadonlySet<string> = new Set(['corrupt', 'damaged-log'])

/** Every row and every archived block of an index, as one hash, with the coverage that the index names. */
type Contents = { readonly coverage: string; readonly hash: string }

/** Compares the contents of damaged indexes, read in this thread, with those of intact ones. */
export type FlippedStore = {
  /**
   * Copies an intact index, lets `damage` change its files, opens it and compares everything in it.
   * @param whileOpen the files are damaged while the index is open; the check then runs, and it is opened again
   */
  outcomeOf(folder: string, damage: (index: string) => void, whileOpen: boolean): Outcome
}

/**
 * Reads intact indexes.
 * @param dir where copies are opened
 * @param commits folders of the index as of each commit
 * @param chain root hash of the zero state, hexadecimal
 */
export function openFlippedStore(dir: string, commits: readonly string[], chain: string): FlippedStore {
  const options = { dir, chain, isReadOnly: false }

  function contents(): Contents {
    const { methods, coverage } = openIndex(options)
    try {
      return { coverage: formatCoverage(coverage), hash: hash('sha256', dump(dir)) }
    } finally {
      methods.close()
    }
  }
  /** Damages the files of an open index, lets it check them and closes it. */
  function damageOpen(damage: (index: string) => void): void {
    let found: DamageReport | undefined
    const listener = {
      onStatus() {},
      onDamage: (report: DamageReport) => {
        found = report
      },
    }
    const { methods } = openIndex(options, listener)
    damage(dir)
    methods.checkDatabase()
    try {
      methods.close()
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'damaged-log')) throw error
    }
    if (found?.needsRebuild) throw new StoreError('corrupt', found.message)
  }
  function use(folder: string): void {
    rmSync(dir, { recursive: true, force: true })
    copyIndex(folder, dir)
  }
  const honest = new Map(
    commits.map((folder) => {
      use(folder)
      const { coverage, hash: expected } = contents()
      return [coverage, { folder, expected }] as const
    }),
  )
  return {
    outcomeOf(folder, damage, whileOpen) {
      use(folder)
      try {
        if (whileOpen) damageOpen(damage)
        else damage(dir)
        const { coverage, hash: found } = contents()
        const commit = honest.get(coverage)
        if (commit?.expected !== found)
          return { kind: 'wrong', detail: `other rows or blocks at ${coverage}` }
        return commit.folder === folder ? { kind: 'equal' } : { kind: 'equal', isEarlier: true }
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        const isRefusal = error instanceof StoreError && REFUSALS.has(error.code)
        return { kind: isRefusal ? 'refused' : 'wrong', detail }
      }
    },
  }
}

function formatCoverage(coverage: readonly SeqnoRange[]): string {
  return coverage.map(({ first, last }) => `${first}-${last}`).join(',')
}

type Place = { root_hash: Buffer; segment: number; offset: number; length: number }

/** Returns the rows of every table, read by the table and by each index, every archived block and every kept file. */
function dump(dir: string): string {
  const connection = openReader(databaseFile(dir))
  const blocks = openBlockReader(archiveFolder(dir))
  try {
    const tables = connection
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
    const rows = tables.map((table) =>
      JSON.stringify(connection.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all(), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    )
    const integrity = connection.pragma('integrity_check', { simple: true }) as string
    const refs = connection
      .prepare<[], Place>(
        'SELECT root_hash, segment, place AS "offset", length FROM archived JOIN blocks ON id = block ORDER BY block',
      )
      .all()
    const files = refs.map(({ root_hash, ...ref }) => hash('sha256', blocks.read(root_hash, ref)))
    const archive = archiveFolder(dir)
    const kept = keptFiles(archive).map(({ id }) => hash('sha256', readKept(archive, id)))
    return [...rows, integrity, ...files, ...kept].join('\n')
  } finally {
    blocks.close()
    connection.close()
  }
}
