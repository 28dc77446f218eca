import { Address } from '@ton/core'
import { afterEach, describe, expect, it } from 'vitest'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import { openLiteNetwork } from '../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteserver } from '../../src-main/liteserver/server/liteserver.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { serve } from '../integration/liteserver/lies/lyingServer.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

const ELECTOR = Address.parseRaw(`-1:${'3'.repeat(64)}`)
const CONFIG = Address.parseRaw(`-1:${'5'.repeat(64)}`)

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A verifying session on an archive's own liteserver. */
async function sessionOn(path: string) {
  const store = openArchive(path)
  cleanUps.push(() => store.close())
  const answer = liteserver({ store, now: () => 1_800_000_000 })
  const server = await serve((query) => answer(query, { signal: new AbortController().signal }))
  cleanUps.push(() => server.close())
  const network = await openLiteNetwork({
    config: { liteservers: [server.address], zeroState: store.zeroState },
  })
  cleanUps.push(() => network.close())
  return { session: network.session(), network }
}

describe('networks behind a verifying client', () => {
  it.skipIf(!hasShared)(
    `shows mainnet's first blocks, proved by its validators (${NEEDS_SHARED})`,
    {
      timeout: 120_000,
    },
    async () => {
      const { session, network } = await sessionOn(`${SHARED}fixtures/rsquad-ton-rust-node/genesis`)
      const { init, last } = await session.masterchainInfo()
      expect(init.rootHash.toString('base64')).toBe('F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=')
      expect(init.fileHash.toString('base64')).toBe('XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=')
      expect(last.seqno).toBe(99)
      for (let seqno = 1; seqno <= 99; seqno++) {
        const id = await session.masterchainBlock(seqno)
        const header = await session.blockHeader(id)
        expect([header.globalId, header.id.seqno]).toEqual([-239, seqno])
        if (seqno > 1) {
          const { kind, signatures } = await session.blockSignatures(seqno)
          expect(kind).toBe('ordinary')
          expect(signatures.length).toBeGreaterThan(0)
        }
        // Before its first block a shard is at its zero state, which has no header.
        for (const shard of (await session.shards(id)).filter((block) => block.seqno > 0)) {
          expect((await session.blockHeader(shard)).prevBlocks.length).toBeGreaterThan(0)
        }
      }
      expect((await session.account(last, ELECTOR)).account).toBeDefined()
      expect(network.stats()).toMatchObject({ proofFailures: 0, best: 99 })
    },
  )

  it('shows a simplex network with a key block, from its zero state', { timeout: 120_000 }, async () => {
    const { session, network } = await sessionOn(REALNET)
    const last = await session.last()
    expect(last.seqno).toBe(860)
    expect(network.stats().keyBlock.seqno).toBe(609)
    for (const seqno of [2, 300, 608, 609, 610, 860]) {
      const { kind, id } = await session.blockSignatures(seqno)
      expect([kind, id.seqno]).toEqual(['simplex', seqno])
    }
    for (const seqno of [2, 24, 25, 26, 609, 859]) {
      const id = await session.masterchainBlock(seqno)
      const { genUtime, endLt } = await session.blockHeader(id)
      const place = { workchain: id.workchain, shard: id.shard }
      expect(await session.lookupBlock({ ...place, by: { lt: endLt } })).toEqual(id)
      const byTime = await session.lookupBlock({ ...place, by: { utime: genUtime } })
      expect((await session.blockHeader(byTime)).genUtime).toBe(genUtime)
      for (const shard of await session.shards(id)) {
        const { links, mcProof } = await session.shardBlockProof(
          { ...shard, by: { seqno: shard.seqno } },
          860,
        )
        expect([links.length > 0, mcProof.length]).toEqual([true, 1])
      }
    }
    const { lastTransLt, lastTransHash } = await session.account(last, CONFIG)
    const history = await session.transactions(CONFIG, lastTransLt, lastTransHash, 16)
    expect(history).toHaveLength(16)
    expect(network.stats().proofFailures).toBe(0)
  })
})
