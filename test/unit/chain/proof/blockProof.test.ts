import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadBlockProof } from '../../../../src-main/chain/proof/blockProof.ts'
import type { BlockSignatures } from '../../../../src-main/chain/proof/blockSignatures.ts'
import { loadBlockSignatures } from '../../../../src-main/chain/proof/blockSignatures.ts'
import { readByteChain } from '../../../../src-main/chain/proof/byteChain.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import { buildByteChain, storeBlockProof, storeBlockSignatures } from '../../../chain/blockProofCodec.ts'
import { loadTopBlockDescr, storeTopBlockDescr } from '../../../chain/topBlockDescr.ts'
import { bigUint, cell, expectRoundTrip, hash, int, maybe, uint } from '../block/arbitraries.ts'

const signature = fc.record({
  nodeIdShort: hash,
  signature: fc.tuple(hash, hash).map((halves) => Buffer.concat(halves)),
})
const list = {
  validatorListHashShort: uint(32),
  catchainSeqno: uint(32),
  sigWeight: bigUint(64),
  signatures: fc.array(signature, { maxLength: 5 }),
}
const signatures: fc.Arbitrary<BlockSignatures> = fc.oneof(
  fc.record({ kind: fc.constant('ordinary' as const), ...list }),
  fc.record({
    kind: fc.constant('simplex' as const),
    ...list,
    sessionId: hash,
    slot: uint(32),
    candidateData: cell,
  }),
)
const blockId = fc.record({
  workchain: int(32),
  shard: fc.constantFrom(0x8000_0000_0000_0000n, 0x0800_0000_0000_0000n, 0xa800_0000_0000_0000n),
  seqno: uint(32),
  rootHash: hash,
  fileHash: hash,
})

describe('loadBlockSignatures', () => {
  test('reads both forms that storeBlockSignatures writes', () => {
    expectRoundTrip(signatures, loadBlockSignatures, storeBlockSignatures)
  })

  test('rejects a number of signatures that contradicts sig_count', () => {
    const one = beginCell().storeUint(0x11, 8).storeUint(0, 64).storeUint(1, 32).storeUint(0, 64).storeBit(0)
    expect(() => parseCell(one.endCell(), 'BlockSignatures', loadBlockSignatures)).toThrow(
      'BlockSignatures: 0 signatures, 1 announced',
    )
  })
})

describe('loadBlockProof', () => {
  test('reads a proof that storeBlockProof writes', () => {
    const proof = fc.record({ proofFor: blockId, root: cell, signatures: maybe(signatures) })
    expectRoundTrip(proof, loadBlockProof, storeBlockProof)
  })

  test('rejects another constructor', () => {
    const other = beginCell().storeUint(0xc4, 8).endCell()
    expect(() => parseCell(other, 'BlockProof', loadBlockProof)).toThrow(TlbError)
  })
})

describe('loadTopBlockDescr', () => {
  test('reads a description that storeTopBlockDescr writes', () => {
    const descr = fc.record({
      proofFor: blockId,
      signatures: maybe(signatures),
      chain: fc.array(cell, { minLength: 1, maxLength: 8 }),
    })
    expectRoundTrip(descr, loadTopBlockDescr, storeTopBlockDescr)
  })

  test('accepts only chains of 1 to 8 blocks', () => {
    const proofFor = {
      workchain: 0,
      shard: 1n << 63n,
      seqno: 1,
      rootHash: Buffer.alloc(32),
      fileHash: Buffer.alloc(32),
    }
    const empty = beginCell().endCell()
    const store = (length: number) => () =>
      storeTopBlockDescr({ proofFor, signatures: undefined, chain: Array.from({ length }, () => empty) })
    expect(store(0)).toThrow(TlbError)
    expect(store(9)).toThrow(TlbError)
  })
})

describe('readByteChain', () => {
  test('reads up to 1024 bytes that buildByteChain writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1024 }), (bytes) => {
        expect(readByteChain(buildByteChain(Buffer.from(bytes)))).toEqual(Buffer.from(bytes))
      }),
    )
    expect(() => buildByteChain(Buffer.alloc(1025))).toThrow(TlbError)
  })

  test('rejects incomplete bytes, two references, too many bytes and empty links', () => {
    const empty = beginCell().endCell()
    const chain = (length: number) => {
      let cell = beginCell().storeBuffer(Buffer.alloc(127)).endCell()
      for (let i = 1; i < length; i++)
        cell = beginCell().storeBuffer(Buffer.alloc(127)).storeRef(cell).endCell()
      return cell
    }
    expect(() => readByteChain(beginCell().storeUint(1, 7).endCell())).toThrow(TlbError)
    expect(() => readByteChain(beginCell().storeRef(empty).storeRef(empty).endCell())).toThrow(TlbError)
    expect(() => readByteChain(chain(9))).toThrow(TlbError)
    expect(() => readByteChain(beginCell().storeRef(empty).endCell())).toThrow(TlbError)
  })
})
