import { hash } from 'node:crypto'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { compressBlock } from '../archive/blockFile.ts'
import type { Segments } from '../archive/segments.ts'
import { StoreError } from '../indexStore.ts'
import type { ParsedBlock } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'

/** Rows of `archived`, with the blocks in the archive. */
export type ArchivedRows = {
  /** Appends a block's file, if it has one, to the archive, unless it is already there. */
  write(id: number, block: ParsedBlock): void
  /**
   * Appends the file of a block whose archived one cannot be read, and returns true; false if no row refers to the
   * archive. Throws StoreError if the file has another hash.
   */
  replace(block: BlockIdExt, file: Uint8Array): boolean
}

/** Prepares the statements of `archived`. Without an archive, `write` has no effect. */
export function createArchivedRows(connection: Connection, archive: Segments | undefined): ArchivedRows {
  const find = connection.prepare<[number], number>('SELECT 1 FROM archived WHERE block = ?').pluck()
  const findFile = connection.prepare<[Buffer], { block: number; file_hash: Buffer }>(
    'SELECT block, file_hash FROM blocks JOIN archived ON id = block WHERE root_hash = ?',
  )
  const move = connection.prepare(
    'UPDATE archived SET segment = ?, place = ?, length = ?, unpacked = ? WHERE block = ?',
  )
  const insert = insertInto(connection, 'archived', ['block', 'segment', 'place', 'length', 'unpacked'])
  return {
    write(id, { id: { rootHash }, archived }) {
      if (!archive || !archived || find.get(id) !== undefined) return
      const { segment, offset, length, unpacked } = archive.append(rootHash, archived)
      insert({ block: id, segment, place: offset, length, unpacked })
    },
    replace(id, file) {
      const row = findFile.get(id.rootHash)
      if (!archive || !row) return false
      if (!hash('sha256', file, 'buffer').equals(row.file_hash))
        throw new StoreError('failed', `the file for ${formatBlockId(id)} has another hash`)
      const { segment, offset, length, unpacked } = archive.append(id.rootHash, compressBlock(file))
      move.run(segment, offset, length, unpacked, row.block)
      return true
    },
  }
}
