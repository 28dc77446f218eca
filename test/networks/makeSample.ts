/**
 * Makes src-main/networks/sample: the start of the recorded network `realnet`, in our own archive format.
 *
 *     node test/networks/makeSample.ts test/fixtures/recorded/realnet [masterchain seqno to end with]
 *
 * Deterministic: the same recording gives the same file, if zlib's brotli is the same.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ArchiveContents } from '../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../src-main/chain/archive/archiveStore.ts'
import { readArchive } from '../../src-main/chain/archive/openArchive.ts'
import { formatBlockId } from '../../src-main/chain/blockId.ts'
import { writeCompactArchive } from '../chain/writeCompactArchive.ts'

/** The last masterchain block that keeps the file below 2 MB. */
const DEFAULT_LAST = 800

/** The blocks that the masterchain block `last` and those before it commit to, with their signatures. */
export function sliceArchive(contents: ArchiveContents, last: number): ArchiveContents {
  const store = new ArchiveStore(contents)
  const blocks = contents.blocks.filter((block) => {
    const committed = store.committedBy(block)
    return committed !== undefined && committed <= last
  })
  return { ...contents, blocks }
}

if (import.meta.main) {
  const [source, last] = process.argv.slice(2)
  if (!source) throw new Error('usage: node test/networks/makeSample.ts RECORDING [LAST_SEQNO]')
  const slice = sliceArchive(readArchive(source), last ? Number(last) : DEFAULT_LAST)
  const file = writeCompactArchive(slice)
  const target = fileURLToPath(new URL('../../src-main/networks/sample/sample.tonscope', import.meta.url))
  writeFileSync(target, file)
  const head = slice.blocks.findLast(({ id }) => id.workchain === -1)
  console.log(
    `${target}: ${file.length} bytes, ${slice.blocks.length} blocks up to ${head && formatBlockId(head.id)}`,
  )
}
