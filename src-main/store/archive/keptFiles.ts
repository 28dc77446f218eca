import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shardToHex } from '#shared/ton/shard.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { writeAtomicallyAsync } from '../../platform/atomicFile.ts'
import { StoreError } from '../indexStore.ts'
import { segmentError } from './segmentFile.ts'

/**
 * Files beside the archive's segments that covered blocks need and coverage does not contain: zero states, and the key
 * block whose configuration holds in the first covered blocks. A file's name is its whole id:
 * `WORKCHAIN.SHARD.SEQNO.ROOT.FILE.boc`.
 */
export const KEPT_NAME = /^(-?\d{1,10})\.([0-9a-f]{16})\.(\d{1,10})\.([0-9a-f]{64})\.([0-9a-f]{64})\.boc$/

function nameOf({ workchain, shard, seqno, rootHash, fileHash }: BlockIdExt): string {
  return `${workchain}.${shardToHex(shard)}.${seqno}.${rootHash.toString('hex')}.${fileHash.toString('hex')}.boc`
}

/** A kept file with its size in bytes. */
export type KeptFile = { readonly id: BlockIdExt; readonly name: string; readonly bytes: number }

/** Lists the kept files. Throws StoreError. */
export function keptFiles(archiveDir: string): readonly KeptFile[] {
  try {
    return readdirSync(archiveDir).flatMap((name) => {
      const id = idOf(name)
      return id ? [{ id, name, bytes: statSync(join(archiveDir, name)).size }] : []
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw segmentError(error, archiveDir)
  }
}

function idOf(name: string): BlockIdExt | undefined {
  const [, workchain, shard, seqno, root, file] = KEPT_NAME.exec(name) ?? []
  if (!workchain || !shard || !seqno || !root || !file) return undefined
  return {
    workchain: Number(workchain),
    shard: BigInt(`0x${shard}`),
    seqno: Number(seqno),
    rootHash: Buffer.from(root, 'hex'),
    fileHash: Buffer.from(file, 'hex'),
  }
}

/** Returns whether a file is kept, without reading it. */
export function hasKept(archiveDir: string, id: BlockIdExt): boolean {
  return existsSync(join(archiveDir, nameOf(id)))
}

/** Writes a verified file atomically, unless it exists. Rejects with StoreError. */
export async function keepFile(archiveDir: string, id: BlockIdExt, data: Uint8Array): Promise<void> {
  if (!hasKept(archiveDir, id)) await replaceKept(archiveDir, id, data)
}

/** Writes a verified file atomically in place of one that cannot be read. Rejects with StoreError. */
export async function replaceKept(archiveDir: string, id: BlockIdExt, data: Uint8Array): Promise<void> {
  const path = join(archiveDir, nameOf(id))
  try {
    mkdirSync(archiveDir, { recursive: true })
    await writeAtomicallyAsync(path, data, { mode: 0o666 })
  } catch (error) {
    throw segmentError(error, path)
  }
}

/** Reads a kept file and checks its hash. Throws StoreError. */
export function readKept(archiveDir: string, id: BlockIdExt): Buffer {
  const path = join(archiveDir, nameOf(id))
  let data: Buffer
  try {
    data = readFileSync(path)
  } catch (error) {
    throw segmentError(error, path)
  }
  if (hash('sha256', data, 'buffer').equals(id.fileHash)) return data
  throw new StoreError('corrupt', `the file of ${formatBlockId(id)} in the archive is damaged (${path})`)
}
