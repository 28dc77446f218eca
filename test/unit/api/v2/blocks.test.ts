import { describe, expect, it } from 'vitest'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { blockId, fakeNetwork } from './fakeSession.ts'

const HASH = (byte: number) => Buffer.alloc(32, byte)

describe('getMasterchainInfo', () => {
  it('prints the zero state with shard 0', async () => {
    const { network } = fakeNetwork({
      masterchainInfo: async () => ({
        last: blockId(-1, 860),
        stateRootHash: HASH(9),
        init: { workchain: -1, rootHash: HASH(1), fileHash: HASH(2) },
      }),
    })
    const { init, last } = await createV2Api({ network }).call('getMasterchainInfo', {}).result
    expect(init).toMatchObject({ workchain: -1, shard: '0', seqno: 0 })
    expect(last).toMatchObject({ workchain: -1, shard: '-9223372036854775808', seqno: 860 })
  })
})

describe('getConsensusBlock', () => {
  it('returns the best seqno and the current time, or an error if no liteserver is alive', async () => {
    const clock = () => 1_732_147_200_900
    const api = (seqno?: number) => createV2Api({ network: fakeNetwork({}, seqno).network, clock })
    expect(await api(860).call('getConsensusBlock', {}).result).toEqual({
      '@type': 'ext.blocks.consensusBlock',
      consensus_block: 860,
      timestamp: 1_732_147_200,
    })
    await expect(api().call('getConsensusBlock', {}).result).rejects.toMatchObject({
      status: 500,
      message: 'no workers alive',
    })
  })
})

describe('getMasterchainBlockSignatures', () => {
  const common = {
    id: blockId(-1, 860),
    signatures: [{ nodeIdShort: HASH(1), signature: Buffer.alloc(64, 2) }],
  }

  it('returns the kind of consensus', async () => {
    const typeOf = async (answer: object) => {
      const { network } = fakeNetwork({ blockSignatures: async () => answer as never })
      return createV2Api({ network }).call('getMasterchainBlockSignatures', { seqno: 860 }).result
    }
    expect((await typeOf({ kind: 'ordinary', ...common }))['@type']).toBe('blocks.blockSignatures')
    const simplex = { kind: 'simplex', ...common, sessionId: HASH(3), slot: 96, candidate: Buffer.from([1]) }
    expect(await typeOf(simplex)).toMatchObject({
      '@type': 'blocks.blockSignatures.simplex',
      slot: 96,
      candidate: 'AQ==',
    })
  })
})

describe('lookupBlock', () => {
  it('sends the one given criterion to the liteserver', async () => {
    const asked: object[] = []
    const { network } = fakeNetwork({
      lookupBlock: async (place) => {
        asked.push(place.by)
        return blockId(0, 5)
      },
    })
    const place = { workchain: 0, shard: 1n << 62n, seqno: undefined, lt: undefined, unixtime: undefined }
    for (const by of [{ seqno: 5 }, { lt: 0n }, { unixtime: 0 }]) {
      await createV2Api({ network }).call('lookupBlock', { ...place, ...by }).result
    }
    expect(asked).toEqual([{ seqno: 5 }, { lt: 0n }, { utime: 0 }])
  })
})

describe('getBlockHeader', () => {
  it('prints 32-bit fields signed', async () => {
    const id = blockId(-1, 860)
    const { network } = fakeNetwork({
      lookupBlock: async () => id,
      blockHeader: async () => ({
        id,
        globalId: -777,
        version: 0,
        globalVersion: 13,
        afterMerge: false,
        afterSplit: false,
        beforeSplit: false,
        wantMerge: true,
        wantSplit: false,
        validatorListHashShort: 2_288_909_185,
        catchainSeqno: 5,
        minRefMcSeqno: 853,
        isKeyBlock: false,
        prevKeyBlockSeqno: 609,
        startLt: 862_000_000n,
        endLt: 862_000_004n,
        genUtime: 1_795_239_096,
        prevBlocks: [blockId(-1, 859)],
      }),
    })
    const values = { workchain: -1, shard: 1n << 63n, seqno: 860, root_hash: undefined, file_hash: undefined }
    const header = await createV2Api({ network }).call('getBlockHeader', values).result
    expect(header.validator_list_hash_short).toBe(-2_006_058_111)
    expect([header.start_lt, header.end_lt]).toEqual(['862000000', '862000004'])
  })
})

describe('createV2Api', () => {
  it('opens one session per request and names the servers that answered', async () => {
    const { network, opened } = fakeNetwork({
      masterchainBlock: async () => blockId(-1, 860),
      shards: async () => [],
    })
    const answer = createV2Api({ network }).call('getShards', { seqno: 860 })
    expect(answer.servers()).toEqual([0])
    await answer.result
    expect(opened).toHaveLength(1)
  })
})
