import type { Segments } from '../archive/segments.ts'
import type { BlockFacts } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'

export type ArchivedRows = {
  /** Puts a block's file, if there is one, into the archive, unless it is there. */
  write(id: number, block: BlockFacts): void
}

export function createArchivedRows(connection: Connection, archive: Segments | undefined): ArchivedRows {
  const find = connection.prepare<[number], number>('SELECT 1 FROM archived WHERE block = ?').pluck()
  const insert = connection.prepare(
    'INSERT INTO archived (block, segment, place, length, unpacked) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    write(id, { id: { rootHash }, archived }) {
      if (!archive || !archived || find.get(id) !== undefined) return
      const { segment, place, length, unpacked } = archive.append(rootHash, archived)
      insert.run(id, segment, place, length, unpacked)
    },
  }
}
