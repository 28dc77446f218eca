import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { validatorNodeId } from '../../../../src-main/chain/config/validatorSet.ts'
import type {
  OrdinarySignatureSet,
  SignatureCheck,
  SignatureSet,
  Signers,
  SimplexSignatureSet,
} from '../../../../src-main/chain/proof/signatures.ts'
import {
  ordinarySignedBytes,
  SignatureError,
  SignatureVerifier,
  signatureSet,
} from '../../../../src-main/chain/proof/signatures.ts'
import { candidateBlock, finalizeVote } from '../../../../src-main/chain/proof/simplexVote.ts'
import { buildByteChain } from '../../../chain/blockProofCodec.ts'

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Four validators of weights 1 to 4, with keys from fixed seeds. */
const validators = [1, 2, 3, 4].map((weight) => {
  const seed = Buffer.alloc(32, weight)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: spki.subarray(-32), weight: BigInt(weight) }
})
const SIGNERS: Signers = { ccSeqno: 17, hashShort: 0xdd2ebea0, validators }

const BLOCK: BlockIdExt = {
  workchain: -1,
  shard: 0x8000_0000_0000_0000n,
  seqno: 3,
  rootHash: Buffer.alloc(32, 0xaa),
  fileHash: Buffer.alloc(32, 0xbb),
}

const signedBy = (data: Buffer, ...indices: number[]) =>
  indices.map((index) => {
    const { publicKey, privateKey } = validators[index]!
    return { nodeIdShort: validatorNodeId(publicKey), signature: sign(null, data, privateKey) }
  })

const ordinary = (...indices: number[]): OrdinarySignatureSet => ({
  kind: 'ordinary',
  catchainSeqno: 17,
  validatorSetHash: 0xdd2ebea0,
  signatures: signedBy(ordinarySignedBytes(BLOCK), ...indices),
})

/** consensus.candidateHashDataOrdinary with a parentless CandidateParent, as a network's first block has. */
const candidateOf = ({ seqno, rootHash, fileHash }: BlockIdExt) => {
  const head = Buffer.alloc(20)
  head.writeUInt32LE(0xe8f9bcdc, 0)
  head.writeInt32LE(-1, 4)
  head.writeBigUInt64LE(0x8000_0000_0000_0000n, 8)
  head.writeUInt32LE(seqno, 16)
  return Buffer.concat([head, rootHash, fileHash, Buffer.alloc(32, 0xcc), Buffer.from('9cccb222', 'hex')])
}

const simplex = (candidate: Buffer, ...indices: number[]): SimplexSignatureSet => {
  const sessionId = Buffer.alloc(32, 0x51)
  return {
    kind: 'simplex',
    ccSeqno: 17,
    validatorSetHash: 0xdd2ebea0,
    signatures: signedBy(finalizeVote(sessionId, 5, candidate), ...indices),
    sessionId,
    slot: 5,
    candidate,
  }
}

const check = (set: SignatureSet, block = BLOCK) => new SignatureVerifier().check(block, set, SIGNERS)

function expectRefusal(refused: SignatureCheck, set: SignatureSet, block = BLOCK) {
  let error: unknown
  try {
    check(set, block)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(SignatureError)
  expect(error).toMatchObject({ code: refused, block })
}

describe('ordinarySignedBytes', () => {
  test('returns a boxed ton.blockId', () => {
    expect(ordinarySignedBytes(BLOCK).toString('hex')).toBe(`706e0bc5${'aa'.repeat(32)}${'bb'.repeat(32)}`)
  })
})

describe('finalizeVote', () => {
  test('returns a boxed consensus.dataToSign with the vote as TL bytes', () => {
    const candidate = candidateOf(BLOCK)
    const vote = `05e1a740${'3fcd91b6'}${'05000000'}${sha256(candidate).toString('hex')}`
    expect(finalizeVote(Buffer.alloc(32, 0x51), 5, candidate).toString('hex')).toBe(
      `f83de3a8${'51'.repeat(32)}2c${vote}000000`,
    )
  })
})

describe('candidateBlock', () => {
  test('reads the block of both forms, and returns undefined for other bytes', () => {
    const candidate = candidateOf(BLOCK)
    expect(candidateBlock(candidate)).toEqual(BLOCK)
    const empty = Buffer.concat([Buffer.from('33d9b472', 'hex'), candidate.subarray(4, 84), Buffer.alloc(36)])
    expect(candidateBlock(empty)).toEqual(BLOCK)
    expect(candidateBlock(Buffer.concat([Buffer.alloc(4), candidate.subarray(4)]))).toBeUndefined()
    expect(candidateBlock(candidate.subarray(0, 83))).toBeUndefined()
  })
})

describe('SignatureVerifier', () => {
  test('accepts more than two thirds of the weight', () => {
    expect(check(ordinary(2, 3))).toEqual({ signed: 7n, total: 10n })
    expect(check(simplex(candidateOf(BLOCK), 0, 2, 3))).toEqual({ signed: 8n, total: 10n })
  })

  test("accepts TL's signed numbers", () => {
    expect(check({ ...ordinary(2, 3), validatorSetHash: 0xdd2ebea0 | 0 })).toEqual({ signed: 7n, total: 10n })
  })

  test('rejects two thirds of the weight or less', () => {
    expectRefusal('weight', ordinary(1, 3))
    expectRefusal('weight', ordinary())
    const even = { ...SIGNERS, validators: validators.slice(0, 2) }
    expect(() => new SignatureVerifier().check(BLOCK, ordinary(1), even)).toThrow(SignatureError)
  })

  test('rejects signatures of another block', () => {
    expectRefusal('signature', ordinary(2, 3), { ...BLOCK, fileHash: Buffer.alloc(32, 0xbc) })
    expectRefusal('candidate', simplex(candidateOf(BLOCK), 2, 3), { ...BLOCK, seqno: 4 })
  })

  test('rejects a vote in another slot or session', () => {
    const set = simplex(candidateOf(BLOCK), 2, 3)
    expectRefusal('signature', { ...set, slot: 6 })
    expectRefusal('signature', { ...set, sessionId: Buffer.alloc(32, 0x52) })
  })

  test('rejects a malformed candidate', () => {
    expectRefusal('candidate', simplex(Buffer.alloc(120), 2, 3))
  })

  test('rejects one wrong signature among enough valid ones', () => {
    const set = ordinary(0, 1, 2, 3)
    const [first, ...rest] = set.signatures
    const flipped = Buffer.from(first!.signature)
    flipped[0] = flipped[0]! ^ 1
    expectRefusal('signature', { ...set, signatures: [{ ...first!, signature: flipped }, ...rest] })
    const short = { ...first!, signature: first!.signature.subarray(0, 63) }
    expectRefusal('signature', { ...set, signatures: [short, ...rest] })
  })

  test('rejects duplicates and unknown signers', () => {
    expectRefusal('duplicate', ordinary(2, 3, 3))
    const stranger = { nodeIdShort: Buffer.alloc(32), signature: Buffer.alloc(64) }
    expectRefusal('unknown-node', { ...ordinary(2, 3), signatures: [...ordinary(2, 3).signatures, stranger] })
  })

  test('rejects another session or validator list', () => {
    expectRefusal('cc-seqno', { ...ordinary(2, 3), catchainSeqno: 18 })
    expectRefusal('validator-set-hash', { ...ordinary(2, 3), validatorSetHash: 1 })
  })

  test('works with more keys than its cache holds', () => {
    const verifier = new SignatureVerifier({ maxKeys: 1 })
    for (let i = 0; i < 3; i++) expect(verifier.check(BLOCK, ordinary(2, 3), SIGNERS).signed).toBe(7n)
  })
})

describe('SignatureVerifier.prove', () => {
  const prove = (set: SignatureSet, signers = SIGNERS) => new SignatureVerifier().prove(BLOCK, set, signers)
  const spoil = (set: OrdinarySignatureSet, index: number): OrdinarySignatureSet => ({
    ...set,
    signatures: set.signatures.map((one, at) =>
      at === index ? { ...one, signature: Buffer.alloc(64, 1) } : one,
    ),
  })

  test('stops as soon as the heaviest signers are a majority', async () => {
    expect(await prove(ordinary(0, 1, 2, 3))).toEqual({ signed: 7n, total: 10n })
    expect(await prove(simplex(candidateOf(BLOCK), 0, 2, 3))).toEqual({ signed: 7n, total: 10n })
    // Validators 0 and 1 are the lightest: their signatures decide nothing.
    expect(await prove(spoil(ordinary(0, 1, 2, 3), 0))).toEqual({ signed: 7n, total: 10n })
  })

  test('rejects a wrong signature that the majority needs', async () => {
    await expect(prove(spoil(ordinary(0, 1, 2, 3), 3))).rejects.toMatchObject({ code: 'signature' })
  })

  test('requires more than two thirds of the weight, like the reference node', async () => {
    await expect(prove(ordinary(0, 1, 2))).rejects.toMatchObject({ code: 'weight' })
    const even = { ...SIGNERS, validators: validators.slice(0, 2) }
    await expect(prove(ordinary(1), even)).rejects.toMatchObject({ code: 'weight' })
    await expect(prove(ordinary())).rejects.toMatchObject({ code: 'weight' })
  })

  test('rejects duplicates and unknown signers beyond the majority', async () => {
    await expect(prove(ordinary(2, 3, 3))).rejects.toMatchObject({ code: 'duplicate' })
    const stranger = { nodeIdShort: Buffer.alloc(32), signature: Buffer.alloc(64) }
    const set = { ...ordinary(2, 3), signatures: [...ordinary(2, 3).signatures, stranger] }
    await expect(prove(set)).rejects.toMatchObject({ code: 'unknown-node' })
  })
})

describe('signatureSet', () => {
  test('converts both TL-B forms', () => {
    const { signatures, sessionId, slot, candidate } = simplex(candidateOf(BLOCK), 2, 3)
    const list = { validatorListHashShort: 0xdd2ebea0, catchainSeqno: 17, sigWeight: 7n }
    const candidateData = buildByteChain(candidate)
    expect(
      check(signatureSet({ kind: 'simplex', ...list, signatures, sessionId, slot, candidateData })).signed,
    ).toBe(7n)
    expect(
      check(signatureSet({ kind: 'ordinary', ...list, signatures: ordinary(2, 3).signatures })).signed,
    ).toBe(7n)
  })
})
