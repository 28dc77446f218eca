import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BlockIdExt, MASTERCHAIN } from '../blockId.ts'
import type { ArchiveContents, ArchivedBlock } from './archiveContents.ts'
import { archivedBlock } from './archivedBlock.ts'
import { ArchiveError } from './archiveError.ts'
import { type NodePackage, openNodePackage, type PackageEntry } from './nodePackage.ts'
import { signaturesOfProof } from './proofSignatures.ts'
import { readZeroState } from './zeroState.ts'

const PACKAGE_NAME = /^archive\..*\.pack$/
const ZERO_STATE_NAME = /^zerostate\..*\.boc$/
const ENTRY_NAME =
  /^(block|proof|prooflink)_\((-?\d+),([0-9a-f]{16}),(\d+)\):([0-9A-Fa-f]{64}):([0-9A-Fa-f]{64})$/

/** Returns whether a directory has archive packages of a TON node. */
export function isNodeArchive(files: readonly string[]): boolean {
  return files.some((name) => PACKAGE_NAME.test(name))
}

/**
 * Reads a directory of a TON node's archive packages (`archive.*.pack`) and zero states (`zerostate.*.boc`).
 * Blocks stay in their files, which are kept open.
 * @throws ArchiveError
 */
export function readNodeArchive(directory: string): ArchiveContents {
  const files = readdirSync(directory).sort()
  const zeroStates = files
    .filter((name) => ZERO_STATE_NAME.test(name))
    .map((name) => readZeroState(join(directory, name), readFileSync(join(directory, name))))
  const packages: NodePackage[] = []
  try {
    const blocks: ArchivedBlock[] = []
    const proofs = new Map<number, { source: string; read(): Buffer }>()
    for (const name of files.filter((file) => PACKAGE_NAME.test(file))) {
      const archive = openNodePackage(join(directory, name))
      packages.push(archive)
      for (const entry of archive.entries) {
        const named = parseEntryName(entry, archive.path)
        const source = `${archive.path}#${entry.name}`
        const read = () => archive.read(entry)
        if (named.kind === 'block') blocks.push(archivedBlock(named.id, source, read, named.id))
        // A prooflink has no signatures, and the block itself contains everything it proves.
        if (named.kind === 'proof' && named.id.workchain === MASTERCHAIN) {
          proofs.set(named.id.seqno, { source, read })
        }
      }
    }
    return {
      source: directory,
      zeroStates,
      blocks,
      signatures(seqno) {
        const proof = proofs.get(seqno)
        return proof && signaturesOfProof(proof.source, proof.read())
      },
      close: () => closeAll(packages),
    }
  } catch (error) {
    closeAll(packages)
    throw error
  }
}

function closeAll(packages: readonly NodePackage[]): void {
  for (const archive of packages) archive.close()
}

/** Parses `block_(wc,shard,seqno):ROOT:FILE`, `proof_…` or `prooflink_…`. */
function parseEntryName(entry: PackageEntry, path: string): { kind: string; id: BlockIdExt } {
  const match = ENTRY_NAME.exec(entry.name)
  if (!match) throw new ArchiveError(path, `entry named ${JSON.stringify(entry.name)}`)
  const [, kind, workchain, shard, seqno, rootHash, fileHash] = match as unknown as string[]
  return {
    kind: kind as string,
    id: {
      workchain: Number(workchain),
      shard: BigInt(`0x${shard}`),
      seqno: Number(seqno),
      rootHash: Buffer.from(rootHash as string, 'hex'),
      fileHash: Buffer.from(fileHash as string, 'hex'),
    },
  }
}
