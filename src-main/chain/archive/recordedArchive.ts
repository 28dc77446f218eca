import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MASTERCHAIN } from '../blockId.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { ArchiveContents, ArchivedBlock } from './archiveContents.ts'
import { archivedBlock } from './archivedBlock.ts'
import { ArchiveError } from './archiveError.ts'
import { signaturesOfBlockProof, TlSignatureError } from './tlSignatureSet.ts'
import { readZeroState } from './zeroState.ts'

const BLOCKS = 'blocks.ndjson.gz'
const PROOFS = 'block-proofs.ndjson.gz'
const NETWORK = 'network.json'
/** Larger recordings belong into node packages, whose contents stay on disk. */
const MAX_UNPACKED = 1 << 30

/** Returns whether a directory has a recording of blocks. */
export function isRecordedArchive(files: readonly string[]): boolean {
  return files.includes(BLOCKS)
}

/**
 * Reads a recording: `*state*.boc` (zero states), `blocks.ndjson.gz` with lines `{workchain, shard (hex),
 * seqno, root_hash, file_hash (hex), boc (base64)}`, `block-proofs.ndjson.gz` with lines `{seqno, answer}`
 * (liteServer.partialBlockProof in base64, whose last step has the block's signatures), and `network.json`, a
 * global config whose zero state must be the recording's.
 * @throws ArchiveError
 */
export function readRecordedArchive(directory: string): ArchiveContents {
  const files = readdirSync(directory).sort()
  const zeroStates = files
    .filter((name) => /state.*\.boc$/.test(name))
    .map((name) => readZeroState(join(directory, name), readFileSync(join(directory, name))))
  if (files.includes(NETWORK)) {
    checkNetwork(
      join(directory, NETWORK),
      zeroStates.find(({ id }) => id.workchain === MASTERCHAIN),
    )
  }
  const blocks = readLines(join(directory, BLOCKS), readBlock)
  const signatures = new Map<number, SignatureSet>(
    files.includes(PROOFS) ? readLines(join(directory, PROOFS), readProof) : [],
  )
  return {
    source: directory,
    zeroStates,
    blocks,
    signatures: (seqno) => signatures.get(seqno),
    close() {},
  }
}

function readBlock(line: Record<string, unknown>, source: string): ArchivedBlock {
  const data = Buffer.from(text(line, 'boc', source), 'base64')
  const shard = text(line, 'shard', source)
  if (!/^[0-9a-f]{16}$/i.test(shard)) throw new ArchiveError(source, 'shard is not 16 hexadecimal digits')
  const hashes = {
    rootHash: hex32(line, 'root_hash', source),
    fileHash: hex32(line, 'file_hash', source),
  }
  const workchain = integer(line, 'workchain', source)
  const seqno = integer(line, 'seqno', source)
  return archivedBlock(hashes, source, () => data, { workchain, shard: BigInt(`0x${shard}`), seqno })
}

function readProof(line: Record<string, unknown>, source: string): [number, SignatureSet] {
  const seqno = integer(line, 'seqno', source)
  try {
    const proof = signaturesOfBlockProof(Buffer.from(text(line, 'answer', source), 'base64'))
    if (proof.seqno !== seqno) throw new ArchiveError(source, `proof of block ${proof.seqno}, not ${seqno}`)
    return [seqno, proof.signatures]
  } catch (error) {
    if (error instanceof TlSignatureError) throw new ArchiveError(source, error.message, { cause: error })
    throw error
  }
}

function readLines<T>(path: string, read: (line: Record<string, unknown>, source: string) => T): T[] {
  let text: string
  try {
    text = gunzipSync(readFileSync(path), { maxOutputLength: MAX_UNPACKED }).toString('utf8')
  } catch (error) {
    throw new ArchiveError(path, 'cannot be unpacked', { cause: error })
  }
  const values: T[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const source = `${path}:${index + 1}`
    values.push(read(parseObject(line, source), source))
  }
  return values
}

function parseObject(json: string, source: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new ArchiveError(source, 'is not JSON', { cause: error })
  }
  if (typeof value !== 'object' || value === null) throw new ArchiveError(source, 'is not a JSON object')
  return value as Record<string, unknown>
}

function text(line: Record<string, unknown>, field: string, source: string): string {
  const value = line[field]
  if (typeof value !== 'string') throw new ArchiveError(source, `${field} is not a string`)
  return value
}

function integer(line: Record<string, unknown>, field: string, source: string): number {
  const value = line[field]
  if (!Number.isSafeInteger(value)) throw new ArchiveError(source, `${field} is not an integer`)
  return value as number
}

function hex32(line: Record<string, unknown>, field: string, source: string): Buffer {
  const value = text(line, field, source)
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new ArchiveError(source, `${field} is not 32 bytes in hex`)
  return Buffer.from(value, 'hex')
}

/** Compares only the hashes: the shard in a global config is an integer that JSON.parse rounds. */
function checkNetwork(
  path: string,
  zeroState: { id: { rootHash: Buffer; fileHash: Buffer } } | undefined,
): void {
  const network = parseObject(readFileSync(path, 'utf8'), path) as {
    validator?: { zero_state?: { root_hash?: unknown; file_hash?: unknown } }
  }
  const named = network.validator?.zero_state
  if (
    named?.root_hash !== zeroState?.id.rootHash.toString('base64') ||
    named?.file_hash !== zeroState?.id.fileHash.toString('base64')
  ) {
    throw new ArchiveError(path, 'names another zero state than the one that is there')
  }
}
