import { loadTlSignatureSet, storeTlSignatureSet } from '../../chain/archive/tlSignatureSet.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'
import { RECORD_BYTES } from './blockRecord.ts'

/** A block in the step's record. */
export type SteppedBlock = {
  readonly workchain: number
  readonly shard: bigint
  /** See blockRecord.ts. */
  readonly record: Buffer
}

/** The record of a step, which is written after its blocks and makes them part of the chain. */
export type StepRecord = {
  /** Blocks of shards, then the masterchain block. */
  readonly blocks: readonly SteppedBlock[]
  readonly signatures: SignatureSet
  /** Numbers of the external messages that no longer wait: see messageJournal.ts. */
  readonly settled: readonly number[]
}

// count:uint16 count * [ workchain:int32 shard:uint64 record:(160 * uint8) ] signatures:bytes settled:(vector uint32)
const BLOCK_BYTES = 12 + RECORD_BYTES

export function storeStepRecord({ blocks, signatures, settled }: StepRecord): Buffer {
  const set = storeTlSignatureSet(signatures)
  const data = Buffer.alloc(2 + blocks.length * BLOCK_BYTES + 4 + set.length + 4 + settled.length * 4)
  let at = data.writeUInt16LE(blocks.length, 0)
  for (const { workchain, shard, record } of blocks) {
    at = data.writeInt32LE(workchain, at)
    at = data.writeBigUInt64LE(shard, at)
    at += record.copy(data, at)
  }
  at = data.writeUInt32LE(set.length, at)
  at += set.copy(data, at)
  at = data.writeUInt32LE(settled.length, at)
  for (const number of settled) at = data.writeUInt32LE(number, at)
  return data
}

/** Reads a record of storeStepRecord; throws RangeError or TlSignatureError for other data. */
export function loadStepRecord(data: Buffer): StepRecord {
  let at = 2
  const blocks = Array.from({ length: data.readUInt16LE(0) }, () => {
    const workchain = data.readInt32LE(at)
    const shard = data.readBigUInt64LE(at + 4)
    const record = data.subarray(at + 12, at + BLOCK_BYTES)
    at += BLOCK_BYTES
    if (at > data.length) throw new RangeError('a step ends early')
    return { workchain, shard, record }
  })
  if (blocks.at(-1)?.workchain !== MASTERCHAIN) throw new RangeError('a step without a masterchain block')
  const setLength = data.readUInt32LE(at)
  const signatures = loadTlSignatureSet(data.subarray(at + 4, at + 4 + setLength))
  at += 4 + setLength
  const settled = Array.from({ length: data.readUInt32LE(at) }, (_, index) =>
    data.readUInt32LE(at + 4 + index * 4),
  )
  return { blocks, signatures, settled }
}
