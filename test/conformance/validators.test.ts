import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { loadBlockCells } from '../../src-main/chain/block/block.ts'
import type { BlockInfo } from '../../src-main/chain/block/blockInfo.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { readConfigParam } from '../../src-main/chain/config/configCodecs.ts'
import { type ValidatorDescr, validatorNodeId } from '../../src-main/chain/config/validatorSet.ts'
import { validatorListHashShort, validatorSubset } from '../../src-main/chain/config/validatorSubset.ts'
import { loadBlockProof } from '../../src-main/chain/proof/blockProof.ts'
import { blockConfig } from '../../src-main/chain/proof/headerProof.ts'
import { openMcStateDetails, openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { loadBlockHeader } from '../chain/blockCodecs.ts'
import { openHeaderProof } from '../chain/openedProofs.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

const RSQUAD = `${SHARED}fixtures/rsquad-ton-rust-node`

function rootIn(path: string): Cell {
  const data = readFileSync(path)
  return parseBocRoot(path.endsWith('.gz') ? gunzipSync(data) : data)
}

const mcExtraIn = (path: string) => openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(rootIn(path))))
const keyBlockConfig = (path: string) =>
  blockConfig(loadBlockCells(rootIn(path).beginParse()))?.config as Cell

/** The group that a configuration gives for the block of this header; `shuffle` overrides parameter 28. */
function groupOf(config: Cell, header: BlockInfo, shuffle?: boolean): readonly ValidatorDescr[] {
  const set = readConfigParam(config, 34)
  const catchain = readConfigParam(config, 28)
  if (!set || !catchain) throw new Error('the configuration has no validators')
  const group = { ...header.shard, catchainSeqno: header.genCatchainSeqno }
  return validatorSubset(
    set,
    { ...catchain, shuffleMcValidators: shuffle ?? catchain.shuffleMcValidators },
    group,
  )
}

const hashOf = (header: BlockInfo, group: readonly ValidatorDescr[]) =>
  validatorListHashShort(header.genCatchainSeqno, group)

/** The blocks of a node's archive package: u32le magic, then entries {u16le, u16le name length, u32le length}. */
function* blocksIn(path: string): Generator<Cell> {
  const data = readFileSync(path)
  for (let at = 4; at < data.length; ) {
    const nameEnd = at + 8 + data.readUInt16LE(at + 2)
    const end = nameEnd + data.readUInt32LE(at + 4)
    if (data.toString('latin1', at + 8, nameEnd).startsWith('block_'))
      yield parseBocRoot(data.subarray(nameEnd, end))
    at = end
  }
}

describe.skipIf(!hasShared)(`validator groups (${NEEDS_SHARED})`, () => {
  test("mainnet's first validators are those of the zero state", () => {
    const extra = mcExtraIn(`${RSQUAD}/genesis/zerostate.mc.boc`)
    const set = readConfigParam(extra.config.config, 34)
    const info = openMcStateDetails(extra.details).validatorInfo
    expect(validatorListHashShort(info.catchainSeqno, set?.list ?? [])).toBe(info.validatorListHashShort)
  })

  test.each([
    ['archive.00000.pack', 99],
    ['archive.00000.0_8000000000000000.pack', 200],
  ])('%s: every header names the hash of its group', (file, count) => {
    const { config } = mcExtraIn(`${RSQUAD}/genesis/zerostate.mc.boc`)
    const headers = [...blocksIn(`${RSQUAD}/genesis/${file}`)].map((root) =>
      loadBlockHeader(root.beginParse()),
    )
    expect(headers.length).toBe(count)
    for (const header of headers) {
      expect(hashOf(header, groupOf(config.config, header))).toBe(header.genValidatorListHashShort)
    }
  })

  test('the groups of 2660 to 2680, over a change of session', () => {
    const { config } = mcExtraIn(`${RSQUAD}/mc-2660/state_2659.boc.gz`)
    for (let seqno = 2660; seqno <= 2680; seqno++) {
      const header = loadBlockHeader(rootIn(`${RSQUAD}/mc-2660/block_${seqno}.boc`).beginParse())
      expect(hashOf(header, groupOf(config.config, header))).toBe(header.genValidatorListHashShort)
    }
  })

  test('shuffled masterchain validators: the order counts, and all who signed are of the group', () => {
    const folder = `${RSQUAD}/mc-3236530-shuffled-validators`
    const config = keyBlockConfig(`${folder}/key_block_3236530.boc`)
    expect(readConfigParam(config, 28)?.shuffleMcValidators).toBe(true)
    for (let seqno = 3236531; seqno <= 3236543; seqno++) {
      const proof = loadBlockProof(rootIn(`${folder}/proof_${seqno}.boc`).beginParse())
      const { info: header } = openHeaderProof(proof.root, proof.proofFor)
      const group = groupOf(config, header)
      expect(group.length).toBe(100)
      expect(hashOf(header, group)).toBe(header.genValidatorListHashShort)
      expect(hashOf(header, groupOf(config, header, false))).not.toBe(header.genValidatorListHashShort)
      const ids = new Set(group.map(({ publicKey }) => validatorNodeId(publicKey).toString('hex')))
      const signers = proof.signatures?.signatures ?? []
      expect(signers.length).toBeGreaterThan(66)
      for (const { nodeIdShort } of signers) expect(ids.has(nodeIdShort.toString('hex'))).toBe(true)
    }
  })

  test('a shard of basechain draws seven validators out of 121', () => {
    const config = keyBlockConfig(`${RSQUAD}/shard-4377252/key_block.boc`)
    const proof = loadBlockProof(rootIn(`${RSQUAD}/shard-4377252/proof_4377252.boc`).beginParse())
    const { info: header } = openHeaderProof(proof.root, proof.proofFor)
    const group = groupOf(config, header)
    expect(readConfigParam(config, 34)?.list.length).toBe(121)
    expect(group.map(({ weight }) => weight)).toEqual(Array(7).fill(1n))
    expect(hashOf(header, group)).toBe(header.genValidatorListHashShort)
  })
})
