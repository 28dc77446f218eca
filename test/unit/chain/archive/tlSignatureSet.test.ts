import { describe, expect, it } from 'vitest'
import {
  loadTlSignatureSet,
  signaturesOfBlockProof,
  storeTlSignatureSet,
  TlSignatureError,
} from '../../../../src-main/chain/archive/tlSignatureSet.ts'
import type { SignatureSet } from '../../../../src-main/chain/proof/signatures.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { sampleContents } from './sampleNetwork.ts'

const bytes = (length: number, value: number) => Buffer.alloc(length, value)

const SETS: SignatureSet[] = [
  {
    kind: 'ordinary',
    catchainSeqno: 5,
    validatorSetHash: 0xfedcba98,
    signatures: [{ nodeIdShort: bytes(32, 1), signature: bytes(64, 2) }],
  },
  {
    kind: 'simplex',
    ccSeqno: 6,
    validatorSetHash: 7,
    signatures: [1, 2, 3].map((node) => ({ nodeIdShort: bytes(32, node), signature: bytes(64, node) })),
    sessionId: bytes(32, 9),
    slot: 10,
    candidate: bytes(300, 11),
  },
]

describe('storeTlSignatureSet', () => {
  it.each(SETS)('writes $kind sets that can be read again', (set) => {
    expect(loadTlSignatureSet(storeTlSignatureSet(set))).toEqual(set)
  })

  it('keeps every set of the sample', () => {
    for (let seqno = 1; seqno <= 800; seqno++) {
      const set = sampleContents().signatures(seqno)!
      expect(set.kind).toBe('simplex')
      expect(loadTlSignatureSet(storeTlSignatureSet(set))).toEqual(set)
    }
  })
})

/** The simplex set in the form of liteserver/tl: the same fields, mutable lists. */
function tlSimplex() {
  const set = SETS[1] as Extract<SignatureSet, { kind: 'simplex' }>
  return { ...set, signatures: [...set.signatures] }
}

describe('signaturesOfBlockProof', () => {
  const id = (seqno: number) => ({
    workchain: -1,
    shard: 1n << 63n,
    seqno,
    rootHash: bytes(32, 1),
    fileHash: bytes(32, 2),
  })
  const back = {
    kind: 'back' as const,
    toKeyBlock: true,
    from: id(9),
    to: id(4),
    destProof: bytes(5, 1),
    proof: bytes(300, 2),
    stateProof: bytes(6, 3),
  }
  const forward = {
    kind: 'forward' as const,
    toKeyBlock: false,
    from: id(4),
    to: id(10),
    destProof: bytes(3, 1),
    configProof: bytes(2, 2),
    signatures: tlSimplex(),
  }
  const encode = (steps: (typeof back | typeof forward)[]) =>
    liteApi.getBlockProof.encodeResponse({ complete: true, from: id(9), to: id(10), steps })

  it('reads the set of the last step from an answer that liteserver/tl wrote', () => {
    expect(signaturesOfBlockProof(encode([back, forward]))).toEqual({ seqno: 10, signatures: SETS[1] })
  })

  it('rejects proofs whose last step is not forward, and other bytes', () => {
    expect(() => signaturesOfBlockProof(encode([forward, back]))).toThrow(
      'block proof that does not end with a forward step',
    )
    expect(() => signaturesOfBlockProof(Buffer.alloc(8))).toThrow('not a block proof')
    const proof = encode([back, forward])
    for (let length = 0; length < proof.length; length += 4) {
      expect(() => signaturesOfBlockProof(proof.subarray(0, length))).toThrow(TlSignatureError)
    }
  })
})
