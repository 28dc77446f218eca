import { beginCell, type Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../src-main/chain/merkle/merkleProof.ts'
import type { BlockProof } from '../../src-main/chain/proof/blockProof.ts'
import { loadBlockProof } from '../../src-main/chain/proof/blockProof.ts'
import { blockConfig, checkHeader } from '../../src-main/chain/proof/headerProof.ts'
import { SignatureError, SignatureVerifier, signatureSet } from '../../src-main/chain/proof/signatures.ts'
import { signersOf } from '../../src-main/chain/proof/signers.ts'
import { openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { storeBlockProof } from '../chain/blockProofCodec.ts'
import { openHeaderProof } from '../chain/openedProofs.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'
import { GENESIS, readPackage, readShared, realnetBlocks } from './sharedBlocks.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'

const RUST_NODE = 'fixtures/rsquad-ton-rust-node'

/** The configuration in a masterchain state, whole or as a proof shows it. */
const stateConfig = (root: Cell) =>
  openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(root))).config.config

/** Reads a proof, and checks that it would be written as it was read. */
function readProof(boc: Buffer): BlockProof {
  const root = parseBocRoot(boc)
  const proof = parseCell(root, 'BlockProof', loadBlockProof)
  const again = beginCell().store(storeBlockProof(proof)).endCell()
  expect(again.hash().equals(root.hash())).toBe(true)
  return proof
}

/** Checks a proof's header and signatures against a configuration, and gives the number of signatures. */
function checkProof(
  verifier: SignatureVerifier,
  { proofFor, root, signatures }: BlockProof,
  config: Cell,
): number {
  const { info } = openHeaderProof(root, proofFor)
  const signers = signersOf(config, info.shard, info.genCatchainSeqno)
  expect(info.genValidatorListHashShort).toBe(signers.hashShort)
  const { signed } = verifier.check(proofFor, signatureSet(signatures!), signers)
  expect(signed).toBe(signatures!.sigWeight)
  return signatures!.signatures.length
}

describe.skipIf(!hasShared)(`recorded signatures of mainnet (${NEEDS_SHARED})`, () => {
  test('the 396 signatures of mainnet’s first 99 blocks are those of the zero state’s validators', () => {
    const config = stateConfig(parseBocRoot(readShared(`${GENESIS}/zerostate.mc.boc`)))
    const verifier = new SignatureVerifier()
    const proofs = readPackage(`${GENESIS}/archive.00000.pack`).filter(({ kind }) => kind === 'proof')
    expect(proofs.map(({ id }) => id.seqno)).toEqual(Array.from({ length: 99 }, (_, i) => i + 1))
    const counts = proofs.map(({ id, data }) => {
      const proof = readProof(data)
      expect(proof.proofFor).toMatchObject(id)
      return checkProof(verifier, proof, config)
    })
    expect(counts.reduce((sum, count) => sum + count)).toBe(396)
  })

  test('mainnet’s first basechain blocks have proof links, which show their headers and carry no signatures', () => {
    const links = readPackage(`${GENESIS}/archive.00000.0_8000000000000000.pack`).filter(
      ({ kind }) => kind === 'prooflink',
    )
    expect(links).toHaveLength(200)
    for (const { id, data } of links) {
      const { proofFor, root, signatures } = readProof(data)
      expect(proofFor).toMatchObject(id)
      expect(openHeaderProof(root, id).info.masterRef?.seqno).toBeGreaterThanOrEqual(0)
      expect(signatures).toBeUndefined()
    }
  })

  test.each([
    ['mc-3082181', 3082181, 13],
    ['mc-3236530-shuffled-validators', 3236530, 117],
  ])('%s: 13 blocks are signed by the validators of their key block', (folder, keySeqno, validators) => {
    const keyProof = readProof(readShared(`${RUST_NODE}/${folder}/key_proof_${keySeqno}.boc`))
    const keyBlock = parseBocRoot(readShared(`${RUST_NODE}/${folder}/key_block_${keySeqno}.boc`))
    const fromProof = blockConfig(openHeaderProof(keyProof.root, keyProof.proofFor).cells)!.config
    const fromBlock = blockConfig(checkHeader(keyBlock, keyProof.proofFor).cells)!.config
    const masterchain = keyProof.proofFor
    expect(signersOf(fromProof, masterchain, 1)).toEqual(signersOf(fromBlock, masterchain, 1))
    expect(signersOf(fromBlock, masterchain, 1).validators).toHaveLength(Math.min(validators, 100))
    const verifier = new SignatureVerifier()
    for (let seqno = keySeqno + 1; seqno <= keySeqno + 13; seqno++) {
      const proof = readProof(readShared(`${RUST_NODE}/${folder}/proof_${seqno}.boc`))
      expect(proof.proofFor.seqno).toBe(seqno)
      expect(checkProof(verifier, proof, fromProof)).toBe(proof.signatures!.signatures.length)
    }
  })
})

describe('recorded signatures of the simplex network', () => {
  test('all 860 masterchain blocks of realnet/ are signed (simplex) by the validators of the key block before', () => {
    const blocks = new Map<number, BlockIdExt>()
    for (const { id } of realnetBlocks()) if (id.workchain === -1) blocks.set(id.seqno, id)
    const verifier = new SignatureVerifier()
    let count = 0
    for (const { seqno, answer } of readRealnetLines<{ seqno: number; answer: string }>(
      'block-proofs.ndjson.gz',
    )) {
      const { steps } = liteApi.getBlockProof.decodeResponse(Buffer.from(answer, 'base64'))
      const last = steps.at(-1)
      if (last?.kind !== 'forward') throw new Error(`the proof of ${seqno} ends with no forward link`)
      const block = blocks.get(seqno)!
      expect(last.to).toEqual(block)
      const { info } = openHeaderProof(parseBocRoot(last.destProof), last.to)
      const { ccSeqno } = last.signatures as { ccSeqno: number }
      expect(info.genCatchainSeqno).toBe(ccSeqno)
      const signers = signersOf(configBehind(last.from, last.configProof), block, ccSeqno)
      const { signed, total } = verifier.check(block, last.signatures, signers)
      expect(signed).toBe(total)
      count++
      const other = blocks.get(seqno === 1 ? 2 : seqno - 1)!
      expect(() => verifier.check(other, last.signatures, signers)).toThrow(SignatureError)
    }
    expect(count).toBe(860)
  })
})

/** The configuration after a key block, or in the zero state, as a forward link's config_proof shows it. */
function configBehind(from: BlockIdExt, configProof: Buffer): Cell {
  const proof = parseBocRoot(configProof)
  if (from.seqno > 0) return blockConfig(openHeaderProof(proof, from).cells)!.config
  const state = openMerkleProof(proof)
  expect(state.hash(0).equals(from.rootHash)).toBe(true)
  return stateConfig(state)
}
