import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ArchiveContents } from '../../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import type { StoredBlock } from '../../../../src-main/chain/archive/chainStore.ts'
import { readArchive } from '../../../../src-main/chain/archive/openArchive.ts'

/** The network inside the project, which is available to every test. */
export const SAMPLE = fileURLToPath(new URL('../../../../src-main/networks/sample', import.meta.url))

export const FULL_SHARD = 1n << 63n

let contents: ArchiveContents | undefined

/** The sample's contents, read once in a test process. */
export function sampleContents(): ArchiveContents {
  contents ??= readArchive(SAMPLE)
  return contents
}

/** The beginning of the sample: blocks up to `last` in the masterchain and those that they commit to. */
export function sampleStart(last: number): ArchiveContents {
  const whole = sampleContents()
  const store = new ArchiveStore(whole)
  const blocks = whole.blocks.filter((block) => (store.committedBy(block) ?? last + 1) <= last)
  return { ...whole, blocks }
}

export function masterchainBlock(store: ArchiveStore, seqno: number): StoredBlock {
  return store.findBySeqno({ workchain: -1, shard: FULL_SHARD, seqno })!
}

/** Runs `use` with an empty directory that is gone afterwards. */
export function withDirectory<T>(use: (path: string) => T): T {
  const path = mkdtempSync(join(tmpdir(), 'tonscope-archive-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  let result: T
  try {
    result = use(path)
  } catch (error) {
    remove()
    throw error
  }
  if (result instanceof Promise) return result.finally(remove) as T
  remove()
  return result
}
