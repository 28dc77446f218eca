import { CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { loadBlockCells } from '../../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import { loadMcBlockConfig } from '../../../../src-main/chain/block/mcBlockExtra.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { configEntries, configParam } from '../../../../src-main/chain/config/configParams.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { loadMcStateDetails, loadMcStateExtra } from '../../../../src-main/chain/state/mcStateExtra.ts'
import { openShardStateDetails, openShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import { PrunedBranchError } from '../../../../src-main/chain/tlb.ts'
import { asker, blockId, FULL, LEFT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const head = context.store.head()
const keyBlock = blockId(context, -1, FULL, 609)

function stateExtra(proof: Buffer) {
  const state = openMerkleProof(parseBocRoot(proof))
  const { custom, accounts } = openShardStateUnsplit(state)
  return { accounts, extra: loadMcStateExtra(custom!.beginParse()), hash: state.hash(0) }
}

const needs = {
  shardHashes: 8,
  validatorSet: 16,
  specialContracts: 32,
  accountsRoot: 64,
  prevBlocks: 128,
  workchains: 256,
  capabilities: 512,
  fromKeyBlock: 0x8000,
}

describe('getConfigAll', () => {
  it('returns every parameter of the state', async () => {
    const { configProof, mode, id } = await ask('getConfigAll', { id: head, mode: 0 })
    const { extra, hash } = stateExtra(configProof)
    expect([mode, id, hash]).toEqual([0, head, context.store.find(head)?.head?.stateHash])
    const ids = [...configEntries(extra.config.config)].map((entry) => entry.id)
    expect(ids).toEqual(expect.arrayContaining([0, 1, 4, 8, 20, 34]))
  })

  it('returns the configuration of the last key block on request', async () => {
    const answer = await ask('getConfigAll', { id: head, mode: needs.fromKeyBlock })
    expect([answer.id, answer.stateProof.length]).toEqual([keyBlock, 0])
    const block = openMerkleProof(parseBocRoot(answer.configProof))
    expect(block.hash(0)).toEqual(keyBlock.rootHash)
    const { custom } = loadBlockExtra(loadBlockCells(block.beginParse()).extra.beginParse())
    const { config } = loadMcBlockConfig(custom!.beginParse())!
    const { extra } = stateExtra((await ask('getConfigAll', { id: head, mode: 0 })).configProof)
    expect(config.hash(0)).toEqual(extra.config.config.hash(0))
    expect([...configEntries(config)].length).toBeGreaterThan(10)
  })

  it('rejects blocks of other chains, and unknown blocks', async () => {
    const shard = blockId(context, 0, LEFT, 700)
    const message = 'configuration parameters can be loaded with respect to a masterchain block only'
    await expect(ask('getConfigAll', { id: shard, mode: 0 })).rejects.toMatchObject({ code: -400, message })
    const unknown = { ...head, rootHash: Buffer.alloc(32, 3) }
    const keyMode = { id: unknown, mode: needs.fromKeyBlock }
    await expect(ask('getConfigAll', keyMode)).rejects.toMatchObject({
      message: expect.stringMatching(/^requested masterchain block .* is unknown from the perspective/),
    })
    const newer = { id: { ...head, seqno: 801 }, mode: needs.fromKeyBlock }
    await expect(ask('getConfigAll', newer)).rejects.toMatchObject({
      message: expect.stringMatching(/^client knows block .* newer than the reference masterchain block/),
    })
  })
})

describe('getConfigParams', () => {
  const config = async (mode: number, paramList: number[] = []) =>
    stateExtra((await ask('getConfigParams', { id: head, mode, paramList })).configProof)

  it('returns exactly the listed parameters', async () => {
    const { extra } = await config(0, [4, 34, 9999, -5])
    expect(configParam(extra.config.config, 4)?.type).toBe(CellType.Ordinary)
    expect(configParam(extra.config.config, 34)?.type).toBe(CellType.Ordinary)
    expect(configParam(extra.config.config, 9999)).toBeUndefined()
    expect(() => configParam(extra.config.config, 20)).toThrow(PrunedBranchError)
  })

  it('returns the parts that other bits of mode select', async () => {
    const plain = await config(0)
    expect(() => configParam(plain.extra.config.config, 34)).toThrow(PrunedBranchError)
    expect(plain.accounts.type).toBe(CellType.PrunedBranch)
    expect(plain.extra.shardHashes?.type).toBe(CellType.PrunedBranch)
    const all = await config(0x3ff & ~4)
    for (const id of [34, 31, 12, 8]) {
      expect(configParam(all.extra.config.config, id)?.type, `${id}`).toBe(CellType.Ordinary)
    }
    expect(all.accounts.type).toBe(CellType.Ordinary)
    expect(all.extra.shardHashes?.type).toBe(CellType.Ordinary)
    const { prevBlocks } = loadMcStateDetails(all.extra.details.beginParse())
    for (const seqno of [0, 1, 100, 609, 700, 785, 799]) {
      if (seqno === 1) continue
      expect(prevBlocks.get(keyOfUint(seqno, 32))?.blkRef.seqno).toBe(seqno)
    }
    expect(() => prevBlocks.get(keyOfUint(350, 32))).toThrow(PrunedBranchError)
  })
})

describe('getValidatorStats', () => {
  const stats = (mode: number, limit: number, startAfter?: Buffer) =>
    ask('getValidatorStats', { id: head, mode, limit, ...(startAfter && { startAfter }) })

  it('counts the entries in its proof, page by page', async () => {
    const whole = await stats(0, 1000)
    expect([whole.count, whole.complete]).toEqual([2, true])
    const { extra } = stateExtra(whole.dataProof)
    const { blockCreateStats } = loadMcStateDetails(extra.details.beginParse())
    const [totals, creator] = [...blockCreateStats!.counters.entries()]
    expect(totals?.key).toEqual(Buffer.alloc(32))
    expect(await stats(0, 1)).toMatchObject({ count: 1, complete: false })
    expect(await stats(1, 10, totals!.key)).toMatchObject({ count: 1, complete: true })
    expect(await stats(3, 10, totals!.key)).toMatchObject({ count: 2, complete: true })
    expect(await stats(1, 10, creator!.key)).toMatchObject({ count: 0, complete: true })
  })

  it('rejects a limit that is not positive, and unknown bits', async () => {
    await expect(stats(0, 0)).rejects.toMatchObject({
      message: 'requested entry count limit must be positive',
    })
    await expect(stats(8, 1)).rejects.toMatchObject({ message: 'unknown flags set in mode' })
  })
})

describe('getLibraries', () => {
  const library = Buffer.from('ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395', 'hex')
  const nothing = Buffer.alloc(32, 1)

  it('returns the public ones of the first sixteen, each once, ascending', async () => {
    const { result } = await ask('getLibraries', { libraryList: [library, nothing, library] })
    expect(result.map(({ hash }) => hash)).toEqual([library])
    expect(parseBocRoot(result[0]!.data).hash()).toEqual(library)
    const seventeenth = [...Array.from({ length: 16 }, (_, byte) => Buffer.alloc(32, byte)), library]
    expect((await ask('getLibraries', { libraryList: seventeenth })).result).toEqual([])
  })

  it('proves libraries or their absence, and omits data on request', async () => {
    const prove = (mode: number, libraryList = [library, nothing]) =>
      ask('getLibrariesWithProof', { id: head, mode, libraryList })
    const { result, dataProof } = await prove(0)
    const state = openMerkleProof(parseBocRoot(dataProof))
    const { libraries } = openShardStateDetails(openShardStateUnsplit(state).details)
    expect(libraries.get(library)?.lib.hash(0)).toEqual(library)
    expect(libraries.get(nothing)).toBeUndefined()
    expect(result.map(({ hash }) => hash)).toEqual([library])
    expect((await prove(2)).result).toEqual([{ hash: library, data: Buffer.alloc(0) }])
    expect((await prove(1)).dataProof.length).toBeGreaterThanOrEqual(dataProof.length)
    const before = { id: blockId(context, -1, FULL, 300), mode: 0, libraryList: [library] }
    expect((await ask('getLibrariesWithProof', before)).result).toEqual([])
  })
})
