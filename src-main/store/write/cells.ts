import { RecentMap } from '../../platform/recentMap.ts'
import { storeContent } from '../content.ts'
import type { ParsedCell } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'

/**
 * Cells that are stored once by hash: message bodies and StateInits, contract code and other parts that they share.
 */
export type CellRows = {
  /** Returns the row of a body or StateInit; inserts it if it is new. */
  contentId(cell: ParsedCell): number
  /** Returns the row of a code, even if only its hash is known so far. */
  codeId(hash: Buffer): number
  /** Returns whether the whole code of this hash (latin1) is stored. */
  hasCode(key: string): boolean
  /** Same for recently used codes; false for others. */
  hasCachedCode(key: string): boolean
  saveCode(key: string, boc: Buffer): void
  /** Returns whether a part of a content was seen recently. */
  wasSeen(key: string): boolean
  markSeen(key: string): void
  /** Returns the BOC of a code's row; undefined if only the hash is known. */
  codeOf(id: number): Buffer | undefined
  reset(): void
}

const CACHED_CONTENTS = 8_192
const CACHED_CODES = 16_384
const CACHED_PARTS = 32_768

/** Prepares the statements of contents and codes on the writer's connection. */
export function createCellRows(connection: Connection): CellRows {
  const insertContent = connection.prepare('INSERT INTO contents (hash, boc) VALUES (?, ?)')
  const findContent = connection.prepare<[Buffer], number>('SELECT id FROM contents WHERE hash = ?').pluck()
  const insertCode = connection.prepare('INSERT INTO codes (hash) VALUES (?)')
  const findCode = connection
    .prepare<[Buffer], [number, number]>('SELECT id, boc IS NOT NULL FROM codes WHERE hash = ?')
    .raw()
  const readCode = connection.prepare<[number], Buffer | null>('SELECT boc FROM codes WHERE id = ?').pluck()
  const updateCode = connection.prepare('UPDATE codes SET boc = ? WHERE id = ? AND boc IS NULL')
  const contents = new RecentMap<number>(CACHED_CONTENTS)
  const codes = new RecentMap<number>(CACHED_CODES)
  /** Parts of contents. */
  const seenParts = new RecentMap<boolean>(CACHED_PARTS)
  /** Whether the whole code is stored, by hash. */
  const wholeCodes = new RecentMap<boolean>(CACHED_CODES)

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
    hasCachedCode: (key) => wholeCodes.get(key) === true,
    saveCode(key, boc) {
      updateCode.run(boc, codeId(Buffer.from(key, 'latin1')))
      wholeCodes.set(key, true)
    },
    wasSeen: (key) => seenParts.get(key) === true,
    markSeen: (key) => seenParts.set(key, true),
    codeOf: (id) => readCode.get(id) ?? undefined,
    reset() {
      contents.clear()
      codes.clear()
      wholeCodes.clear()
      seenParts.clear()
    },
  }
  return rows
}
