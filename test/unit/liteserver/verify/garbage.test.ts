import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { verifyAccountState } from '../../../../src-main/liteserver/verify/account.ts'
import { verifyBlockData, verifyZeroState } from '../../../../src-main/liteserver/verify/blockData.ts'
import { LinkVerifier } from '../../../../src-main/liteserver/verify/blockLink.ts'
import { verifyBlockTransactions } from '../../../../src-main/liteserver/verify/blockTransactions.ts'
import { verifyConfigAll } from '../../../../src-main/liteserver/verify/config.ts'
import { verifyBlockHeader } from '../../../../src-main/liteserver/verify/header.ts'
import { verifyLibraries } from '../../../../src-main/liteserver/verify/libraries.ts'
import { verifyLookup } from '../../../../src-main/liteserver/verify/lookup.ts'
import { verifyOutMsgQueueSize } from '../../../../src-main/liteserver/verify/queueSize.ts'
import { verifyShardBlockProof } from '../../../../src-main/liteserver/verify/shardLinks.ts'
import { verifyAllShards } from '../../../../src-main/liteserver/verify/shards.ts'
import {
  verifyOneTransaction,
  verifyTransactions,
} from '../../../../src-main/liteserver/verify/transactions.ts'
import { fakeBlock } from './fakeChain.ts'

const hash = Buffer.alloc(32, 5)
const mc: BlockIdExt = { workchain: -1, shard: FULL_SHARD, seqno: 9, rootHash: hash, fileHash: hash }
const shard: BlockIdExt = { ...mc, workchain: 0 }
const zero: BlockIdExt = { ...mc, seqno: 0 }
const account = { workchain: 0, id: hash }
const honest = fakeBlock({ outQueueSize: 3 })

/** Each verifier with an answer in which every field of bytes is the given value. */
const VERIFIERS: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  account: (bytes) =>
    verifyAccountState(
      { id: mc, account },
      { id: mc, shardblk: shard, shardProof: bytes, proof: bytes, state: bytes },
    ),
  block: (bytes) => verifyBlockData({ id: mc }, { id: mc, data: bytes }),
  'zero state': (bytes) =>
    verifyZeroState({ id: zero }, { id: zero, rootHash: hash, fileHash: hash, data: bytes }),
  header: (bytes) => verifyBlockHeader({ id: mc }, { id: mc, mode: 0, headerProof: bytes }),
  shards: (bytes) => verifyAllShards({ id: mc }, { id: mc, proof: bytes, data: bytes }),
  transactions: (bytes) =>
    verifyTransactions({ account, lt: 5n, hash, count: 1 }, { ids: [shard], transactions: bytes }),
  transaction: (bytes) =>
    verifyOneTransaction({ id: shard, account, lt: 5n }, { id: shard, proof: bytes, transaction: bytes }),
  'block transactions': (bytes) =>
    verifyBlockTransactions(
      { id: shard, count: 5 },
      { id: shard, reqCount: 5, incomplete: false, ids: [], proof: bytes },
    ),
  config: (bytes) =>
    verifyConfigAll({ id: mc, mode: 0 }, { id: mc, mode: 0, stateProof: bytes, configProof: bytes }),
  libraries: (bytes) =>
    verifyLibraries(
      { id: mc, libraryList: [hash] },
      { id: mc, mode: 0, result: [{ hash, data: bytes }], stateProof: bytes, dataProof: bytes },
    ),
  lookup: (bytes) =>
    verifyLookup({ workchain: 0, shard: FULL_SHARD, by: { lt: 7n } }, mc, {
      id: shard,
      mode: 2,
      mcBlockId: { ...mc, seqno: 8 },
      clientMcStateProof: bytes,
      mcBlockProof: bytes,
      shardLinks: [{ id: shard, proof: bytes }],
      header: bytes,
      prevHeader: bytes,
    }),
  'queue size': (bytes) =>
    verifyOutMsgQueueSize({ id: honest.id }, { id: honest.id, mode: 1, size: 3n, proof: bytes }),
  'shard block': (bytes) =>
    verifyShardBlockProof({ id: shard }, { masterchainId: mc, links: [{ id: shard, proof: bytes }] }),
  'forward link': (bytes) =>
    new LinkVerifier().verify({
      kind: 'forward',
      toKeyBlock: false,
      from: zero,
      to: mc,
      destProof: bytes,
      configProof: bytes,
      signatures: { kind: 'ordinary', validatorSetHash: 1, catchainSeqno: 1, signatures: [] },
    }),
  'back link': (bytes) =>
    new LinkVerifier().verify({
      kind: 'back',
      toKeyBlock: true,
      from: mc,
      to: zero,
      destProof: bytes,
      proof: bytes,
      stateProof: bytes,
    }),
}

/** Bytes of any kind, and a real proof of something else with some bytes overwritten. */
const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.tuple(fc.nat(honest.proof.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 })
    .map((changes) => {
      const bytes = Buffer.from(honest.proof)
      for (const [at, value] of changes) bytes.writeUInt8(value, at)
      return bytes
    }),
)

function outcomeOf(task: () => unknown): unknown {
  try {
    return task()
  } catch (error) {
    return error
  }
}

describe('verifiers', () => {
  it.each(Object.keys(VERIFIERS))('reject bytes that prove nothing with a ProofError: %s', (name) => {
    const verify = VERIFIERS[name] as (bytes: Buffer) => unknown
    fc.assert(
      fc.property(garbage, (bytes) => {
        // The overwritten part can be irrelevant, and the queue size is what that proof proves.
        if (name === 'queue size' && outcomeOf(() => verify(bytes)) === 3) return
        expect(outcomeOf(() => verify(bytes))).toBeInstanceOf(ProofError)
      }),
      { numRuns: 300 },
    )
  })
})
