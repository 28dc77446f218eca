import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../src-main/chain/archive/openArchive.ts'
import { findProject, sampleArchive } from '../../../src-main/gateway/project.ts'
import type { Indexer } from '../../../src-main/indexer/indexer.ts'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import type { LiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { type Honest, serve, type Tell } from '../liteserver/lies/lyingServer.ts'
import { openBareIndexer } from './bareIndexer.ts'
import { checkIndex } from './checkIndex.ts'

const WANTED = 40

const refuse = () => {
  throw new LiteServerError(651, 'block is not in db')
}
const silent = () => new Promise<never>(() => {})
const blockOf = ({ name, request }: LiteQuery) => (name === 'getBlock' ? request.id : undefined)
const isMasterchain = (query: LiteQuery, seqno: number) => {
  const id = blockOf(query)
  return id?.workchain === -1 && id.seqno === seqno
}

/** Servers with faults, none of which alone can answer every query. */
const FAULTY: Readonly<Record<string, (random: SeededRandom) => readonly Tell[]>> = {
  'that misses a masterchain block': () => [
    async (query) => (isMasterchain(query, 12) || isMasterchain(query, 30) ? refuse() : undefined),
    async () => undefined,
  ],
  'that falls silent at some blocks': () => [
    async (query) => ((blockOf(query)?.seqno ?? 1) % 7 === 0 ? silent() : undefined),
    async () => undefined,
  ],
  'that has shard blocks late': () => {
    const asked = new Map<string, number>()
    return [
      async (query) => {
        const id = blockOf(query)
        if (!id || id.workchain === -1 || id.seqno % 5 !== 0) return undefined
        const key = id.rootHash.toString('hex')
        asked.set(key, (asked.get(key) ?? 0) + 1)
        return (asked.get(key) ?? 0) < 3 ? refuse() : undefined
      },
    ]
  },
  'that answers blocks in any order': (random) => [
    async (query) => {
      if (blockOf(query)) await sleep(random.next() * 60)
      return undefined
    },
  ],
  'that lies about a block': () => [
    async (query, answer) =>
      blockOf(query)?.seqno === 9 ? Buffer.concat([answer.subarray(0, -1), Buffer.of(7)]) : undefined,
    async () => undefined,
  ],
}

describe('following a network with a server', () => {
  let honest: Honest
  let archive: ReturnType<typeof openArchive>
  beforeAll(() => {
    archive = openArchive(sampleArchive(findProject()))
    const answer = liteserver({ store: archive, now: () => 1_795_240_000 })
    honest = (query) => answer(query, { signal: new AbortController().signal })
  })
  afterAll(() => archive.close())

  /** Resolves when so much is covered from block 1 on; every state on the way is one without a gap. */
  function covered(indexer: Indexer): Promise<void> {
    return new Promise((resolve, reject) => {
      indexer.onWritten(({ mcSeqno, coverage }) => {
        if (mcSeqno === undefined) return
        if (coverage.length > 1 || coverage[0]?.first !== 1) reject(new Error('there is a gap'))
        if ((coverage[0]?.last ?? 0) >= WANTED) resolve()
      })
    })
  }

  it.each(Object.entries(FAULTY))(
    '%s continues, with a correct coverage',
    async (_name, faults) => {
      const servers = await Promise.all(
        faults(new SeededRandom(testSeed())).map((tell) => serve(honest, tell)),
      )
      const config = {
        liteservers: servers.map(({ address }) => address),
        zeroState: archive.zeroState,
        initBlock: archive.zeroState,
        hardforks: [],
      }
      const limits = { queryTimeoutMs: 1_000, backOffMs: 100, maxBackOffMs: 200 }
      const bare = await openBareIndexer({ config, limits, preference: { byDefault: true } })
      try {
        await covered(bare.indexer)
        await bare.indexer.command('pause', {})
        expect(checkIndex(bare.indexer.store.file)).toBeGreaterThan(WANTED)
      } finally {
        await bare[Symbol.asyncDispose]()
        await Promise.all(servers.map((server) => server.close()))
      }
    },
    60_000,
  )
})
