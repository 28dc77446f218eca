import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { SignatureSet } from '../proof/signatures.ts'
import type { ArchiveContents, ArchivedBlock, ZeroState } from './archiveContents.ts'
import { archivedBlock } from './archivedBlock.ts'
import { ArchiveError } from './archiveError.ts'
import { loadTlSignatureSet, TlSignatureError } from './tlSignatureSet.ts'
import { readZeroState } from './zeroState.ts'

/**
 * Tonscope's archive format: a whole small network in one file, compressed as one stream because blocks repeat each
 * other's hashes. Eight bytes `TONSCOPE`, u32le version 1, then a brotli stream of records
 * `kind:u8 length:u32le payload`:
 * - 1, zero state: its BoC file;
 * - 2, block: root hash, file hash, BoC file;
 * - 3, signatures: u32le masterchain seqno, boxed TL liteServer.SignatureSet.
 */
export const MAGIC = Buffer.from('TONSCOPE')
export const VERSION = 1
export const HEADER = 12
export const ZERO_STATE = 1
export const BLOCK = 2
export const SIGNATURES = 3
const MAX_UNPACKED = 1 << 30

/** Returns whether a file starts like a Tonscope archive. */
export function isCompactArchive(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length).equals(MAGIC)
}

/**
 * Reads a Tonscope archive.
 * @throws ArchiveError
 */
export function readCompactArchive(path: string): ArchiveContents {
  const file = readFileSync(path)
  if (!isCompactArchive(file) || file.length < HEADER) throw new ArchiveError(path, 'not a Tonscope archive')
  const version = file.readUInt32LE(MAGIC.length)
  if (version !== VERSION) {
    throw new ArchiveError(path, `has format version ${version}, this program reads version ${VERSION}`)
  }
  let records: Buffer
  try {
    records = brotliDecompressSync(file.subarray(HEADER), { maxOutputLength: MAX_UNPACKED })
  } catch (error) {
    throw new ArchiveError(path, 'cannot be unpacked', { cause: error })
  }
  const zeroStates: ZeroState[] = []
  const blocks: ArchivedBlock[] = []
  const signatures = new Map<number, Buffer>()
  for (const { kind, offset, payload } of eachRecord(records, path)) {
    const source = `${path}#${offset}`
    if (kind === ZERO_STATE) zeroStates.push(readZeroState(source, payload))
    else if (kind === BLOCK) {
      const data = payload.subarray(64)
      const hashes = { rootHash: payload.subarray(0, 32), fileHash: payload.subarray(32, 64) }
      blocks.push(archivedBlock(hashes, source, () => data))
    } else if (kind === SIGNATURES && payload.length > 4) {
      signatures.set(payload.readUInt32LE(0), payload.subarray(4))
    } else throw new ArchiveError(source, `record of kind ${kind}`)
  }
  return {
    source: path,
    zeroStates,
    blocks,
    signatures(seqno) {
      const data = signatures.get(seqno)
      return data && readSignatures(data, `${path} (signatures of block ${seqno})`)
    },
    close() {},
  }
}

function* eachRecord(data: Buffer, path: string) {
  for (let at = 0; at < data.length; ) {
    const start = at + 5
    if (start > data.length) throw new ArchiveError(path, `record at ${at} is cut`)
    const end = start + data.readUInt32LE(at + 1)
    if (end > data.length) throw new ArchiveError(path, `record at ${at} is cut`)
    yield { kind: data.readUInt8(at), offset: at, payload: data.subarray(start, end) }
    at = end
  }
}

function readSignatures(data: Buffer, source: string): SignatureSet {
  try {
    return loadTlSignatureSet(data)
  } catch (error) {
    if (error instanceof TlSignatureError) throw new ArchiveError(source, error.message, { cause: error })
    throw error
  }
}
