import type { Segments } from '../archive/segments.ts'
import type { ParsedBlock } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'

/** Rows of `archived`, with the blocks in the archive. */
export type ArchivedRows = {
  /** Appends a block's file, if it has one, to the archive, unless it is already there. */
  write(id: number, block: ParsedBlock): void
}

/** Prepares the statements of `archived`. Without an archive, `write` has no effect. */
export function createArchivedRows(connection: Connection, archive: Segments | undefined): ArchivedRows {
  const find = connection.prepare<[number], number>('SELECT 1 FROM archived WHERE block = ?').pluck()
  const insert = insertInto(connection, 'archived', ['block', 'segment', 'place', 'length', 'unpacked'])
  return {
    write(id, { id: { rootHash }, archived }) {
      if (!archive || !archived || find.get(id) !== undefined) return
      const { segment, offset, length, unpacked } = archive.append(rootHash, archived)
      insert({ block: id, segment, place: offset, length, unpacked })
    },
  }
}
