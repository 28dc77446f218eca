import { storeContent } from '../content.ts'
import type { CellFacts } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'
import { RecentMap } from './recentMap.ts'

/** Cells that are kept once by hash: message bodies and StateInits, contract code and other parts that they share. */
export type CellRows = {
  /** The row of a body or StateInit. */
  contentId(cell: CellFacts): number
  /** The row of a code, of which perhaps only the hash is known. */
  codeId(hash: Buffer): number
  /** Whether the code of this hash (latin1) is there as a whole. */
  hasCode(key: string): boolean
  /** The same of codes that were used lately; false for others. */
  hasCodeAtHand(key: string): boolean
  saveCode(key: string, boc: Buffer): void
  /** Whether a part of a content was met, lately. */
  wasMet(key: string): boolean
  meet(key: string): void
  /** The code of a row, if it is there as a whole. */
  codeOf(id: number): Buffer | undefined
  forget(): void
}

const REMEMBERED_CONTENTS = 8_192
const REMEMBERED_CODES = 16_384
const REMEMBERED_PARTS = 32_768

export function createCellRows(connection: Connection): CellRows {
  const insertContent = connection.prepare('INSERT INTO contents (hash, boc) VALUES (?, ?)')
  const findContent = connection.prepare<[Buffer], number>('SELECT id FROM contents WHERE hash = ?').pluck()
  const insertCode = connection.prepare('INSERT INTO codes (hash) VALUES (?)')
  const findCode = connection
    .prepare<[Buffer], [number, number]>('SELECT id, boc IS NOT NULL FROM codes WHERE hash = ?')
    .raw()
  const readCode = connection.prepare<[number], Buffer | null>('SELECT boc FROM codes WHERE id = ?').pluck()
  const updateCode = connection.prepare('UPDATE codes SET boc = ? WHERE id = ? AND boc IS NULL')
  const contents = new RecentMap<number>(REMEMBERED_CONTENTS)
  const codes = new RecentMap<number>(REMEMBERED_CODES)
  /** Parts of contents. */
  const met = new RecentMap<boolean>(REMEMBERED_PARTS)
  /** Whether a code is there as a whole. */
  const wholeCodes = new RecentMap<boolean>(REMEMBERED_CODES)

  function codeId(hash: Buffer): number {
    const key = hash.toString('latin1')
    const known = codes.get(key)
    if (known !== undefined) return known
    const id = findCode.get(hash)?.[0] ?? Number(insertCode.run(hash).lastInsertRowid)
    codes.set(key, id)
    return id
  }

  const rows: CellRows = {
    contentId(cell) {
      const { hash } = cell
      const key = hash.toString('latin1')
      const known = contents.get(key)
      if (known !== undefined) return known
      const id =
        findContent.get(hash) ?? Number(insertContent.run(hash, storeContent(cell, rows)).lastInsertRowid)
      contents.set(key, id)
      return id
    },
    codeId,
    hasCode(key) {
      const known = wholeCodes.get(key)
      if (known !== undefined) return known
      const isWhole = findCode.get(Buffer.from(key, 'latin1'))?.[1] === 1
      wholeCodes.set(key, isWhole)
      return isWhole
    },
    hasCodeAtHand: (key) => wholeCodes.get(key) === true,
    saveCode(key, boc) {
      updateCode.run(boc, codeId(Buffer.from(key, 'latin1')))
      wholeCodes.set(key, true)
    },
    wasMet: (key) => met.get(key) === true,
    meet: (key) => met.set(key, true),
    codeOf: (id) => readCode.get(id) ?? undefined,
    forget() {
      contents.clear()
      codes.clear()
      wholeCodes.clear()
      met.clear()
    },
  }
  return rows
}
