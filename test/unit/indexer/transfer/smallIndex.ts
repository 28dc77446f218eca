import { compressBlock } from '../../../../src-main/store/archive/blockFile.ts'
import { archiveFolder, openSegments } from '../../../../src-main/store/archive/segments.ts'
import { makeFolder, openWriter } from '../../../../src-main/store/openDatabase.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'

const random = new SeededRandom('small index')

export const CHAIN = 'ab'.repeat(32)

/** Creates an index with some rows and a small archive, not of real blocks. Returns a function that closes it. */
export function makeSmallIndex(dir: string, { chain = CHAIN, blocks = 40 } = {}): () => void {
  makeFolder(dir)
  const connection = openWriter(dir, chain)
  const segments = openSegments(archiveFolder(dir), { maxBytes: 20_000 })
  const insertBlock = connection.prepare(
    'INSERT INTO blocks (id, workchain, shard, seqno, root_hash, file_hash, mc_seqno) VALUES (?, -1, 0, ?, ?, ?, ?)',
  )
  const insertPlace = connection.prepare(
    'INSERT INTO archived (block, segment, place, length, unpacked) VALUES (?, ?, ?, ?, ?)',
  )
  connection.transaction(() => {
    for (let seqno = 1; seqno <= blocks; seqno++) {
      const rootHash = random.bytes(32)
      insertBlock.run(seqno, seqno, rootHash, random.bytes(32), seqno)
      const { segment, offset, length, unpacked } = segments.append(
        rootHash,
        compressBlock(random.bytes(1500)),
      )
      insertPlace.run(seqno, segment, offset, length, unpacked)
    }
    connection.prepare('INSERT INTO coverage (first, last) VALUES (1, ?)').run(blocks)
    segments.sync()
  })()
  return () => {
    segments.close()
    connection.close()
  }
}
