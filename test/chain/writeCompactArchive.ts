import { brotliCompressSync, constants } from 'node:zlib'
import type { ArchiveContents } from '../../src-main/chain/archive/archiveContents.ts'
import {
  BLOCK,
  HEADER,
  MAGIC,
  SIGNATURES,
  VERSION,
  ZERO_STATE,
} from '../../src-main/chain/archive/compactArchive.ts'
import { storeTlSignatureSet } from '../../src-main/chain/archive/tlSignatureSet.ts'

/** Returns `contents` as the bytes of a Tonscope archive. Blocks keep their order. */
export function writeCompactArchive(contents: ArchiveContents): Buffer {
  const records: Buffer[] = []
  for (const { data } of contents.zeroStates) records.push(record(ZERO_STATE, data))
  for (const { id, head, read } of contents.blocks) {
    records.push(record(BLOCK, id.rootHash, id.fileHash, read()))
    const signatures = head.masterRefSeqno === undefined ? contents.signatures(id.seqno) : undefined
    if (!signatures) continue
    const seqno = Buffer.alloc(4)
    seqno.writeUInt32LE(id.seqno)
    records.push(record(SIGNATURES, seqno, storeTlSignatureSet(signatures)))
  }
  const stream = Buffer.concat(records)
  const header = Buffer.alloc(HEADER)
  MAGIC.copy(header)
  header.writeUInt32LE(VERSION, MAGIC.length)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: stream.length,
  }
  return Buffer.concat([header, brotliCompressSync(stream, { params })])
}

function record(kind: number, ...payload: Buffer[]): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(kind)
  header.writeUInt32LE(
    payload.reduce((sum, part) => sum + part.length, 0),
    1,
  )
  return Buffer.concat([header, ...payload])
}
