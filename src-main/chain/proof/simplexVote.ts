import { hash } from 'node:crypto'
import type { BlockIdExt } from '../blockId.ts'

/**
 * The TL types that validators sign under simplex consensus (ton_api.tl of the reference node; little-endian ids):
 *
 *     consensus.candidateHashDataOrdinary#e8f9bcdc block:tonNode.blockIdExt collated_file_hash:int256
 *       parent:consensus.CandidateParent = consensus.CandidateHashData;
 *     consensus.candidateHashDataEmpty#72b4d933 block:tonNode.blockIdExt parent:consensus.candidateId
 *       = consensus.CandidateHashData;
 *     consensus.candidateId#b691cd3f slot:int hash:int256 = consensus.CandidateId;
 *     consensus.simplex.finalizeVote#40a7e105 id:consensus.CandidateId = consensus.simplex.UnsignedVote;
 *     consensus.dataToSign#a8e33df8 session_id:int256 data:bytes = consensus.DataToSign;
 */
const CANDIDATE_ORDINARY = 0xe8f9bcdc
const CANDIDATE_EMPTY = 0x72b4d933
const CANDIDATE_ID = 0xb691cd3f
const FINALIZE_VOTE = 0x40a7e105
const DATA_TO_SIGN = 0xa8e33df8

/** A candidate starts with its constructor id and a tonNode.blockIdExt. */
const BLOCK_AT = 4
const BLOCK_END = BLOCK_AT + 4 + 8 + 4 + 32 + 32

/**
 * Returns the block of a candidate (boxed `consensus.CandidateHashData`), or undefined for other bytes.
 * Signatures cover the rest of the candidate through its hash.
 */
export function candidateBlock(candidate: Buffer): BlockIdExt | undefined {
  if (candidate.length < BLOCK_END) return undefined
  const tag = candidate.readUInt32LE(0)
  if (tag !== CANDIDATE_ORDINARY && tag !== CANDIDATE_EMPTY) return undefined
  return {
    workchain: candidate.readInt32LE(BLOCK_AT),
    shard: candidate.readBigUInt64LE(BLOCK_AT + 4),
    seqno: candidate.readUInt32LE(BLOCK_AT + 12),
    rootHash: candidate.subarray(BLOCK_AT + 16, BLOCK_AT + 48),
    fileHash: candidate.subarray(BLOCK_AT + 48, BLOCK_END),
  }
}

/** Returns the bytes under each signature: the vote that finalizes `candidate` in `slot` of a session. */
export function finalizeVote(sessionId: Buffer, slot: number, candidate: Buffer): Buffer {
  const data = Buffer.alloc(4 + 32 + 1 + 44 + 3)
  let at = data.writeUInt32LE(DATA_TO_SIGN, 0)
  at += sessionId.copy(data, at)
  // TL bytes: the length (44), the vote, three zeros up to a multiple of 4.
  at = data.writeUInt8(44, at)
  at = data.writeUInt32LE(FINALIZE_VOTE, at)
  at = data.writeUInt32LE(CANDIDATE_ID, at)
  at = data.writeInt32LE(slot | 0, at)
  hash('sha256', candidate, 'buffer').copy(data, at)
  return data
}
