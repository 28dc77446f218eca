import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectLiteServer } from '../../../../src-main/liteserver/pool/liteConnection.ts'
import { LitePool } from '../../../../src-main/liteserver/pool/litePool.ts'
import { PoolSession } from '../../../../src-main/liteserver/pool/poolSession.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'
import { FarConnection } from '../../../publicNetwork/farConnection.ts'
import { createRateLimit } from '../../../publicNetwork/farServer.ts'
import { type FarServerProfile, PRESETS } from '../../../publicNetwork/profiles.ts'
import { fakeClock } from './fakeClock.ts'
import { answerOf, fakeServers } from './fakeServers.ts'

/** Size of an answer. */
const ANSWER_BYTES = 2_000

const open: LitePool[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

/** A pool over servers as far away, limited and lossy as their profiles say, on a fake clock. */
async function farPool(profiles: readonly FarServerProfile[]) {
  const clock = fakeClock()
  const random = new SeededRandom('bad servers')
  const { servers } = fakeServers(profiles.length)
  const limits = profiles.map((profile) => createRateLimit(profile, clock))
  const connect: ConnectLiteServer = async ({ port }) => {
    const profile = profiles[port] as FarServerProfile
    const server = servers[port] as (typeof servers)[number]
    const link = new FarConnection(clock, random, profile)
    return {
      closed: false,
      close: () => link.close(),
      onClose() {},
      async query(data, { signal } = {}) {
        const query = decodeLiteQuery(data)
        const answer = async () => {
          await link.up(data.length)
          const refusal = limits[port]?.()
          const bytes =
            refusal === undefined
              ? answerOf(server, query)
              : encodeLiteServerError({ code: 228, message: 'ratelimit' })
          await link.down(ANSWER_BYTES)
          return bytes
        }
        return Promise.race([
          answer(),
          new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
        ])
      },
    }
  }
  const pool = new LitePool({
    servers: servers.map(({ address }) => address),
    connect,
    clock,
    random: () => random.below(1000) / 1000,
    onHead: (_, info) => pool.noteBest(info.last.seqno),
    limits: { pollMs: 30_000 },
  })
  open.push(pool)
  await clock.advance(5_000)
  let count = 0
  async function ask(): Promise<void> {
    await new PoolSession(pool).ask({ fn: liteApi.getTime, request: {}, check: ({ now }) => now })
    count++
  }
  return { clock, ask, answered: () => count }
}

/** Time over which answers are counted, ms. */
const COUNTED_MS = 60_000
/** Queries that wait at the same time. */
const WAITING = 60

describe('servers far away that limit the rate and stall', () => {
  it('are used at nearly the rate that they accept while queries wait, and no query fails', async () => {
    const profiles = PRESETS.bad()
    const { clock, ask, answered } = await farPool(profiles)
    let isOver = false
    const failures: string[] = []
    const client = async () => {
      while (!isOver) {
        await ask().catch((error: unknown) => {
          failures.push(String(error))
          return new Promise<void>((resolve) => clock.after(100, resolve))
        })
      }
    }
    for (let waiting = 0; waiting < WAITING; waiting++) void client()
    await clock.advance(COUNTED_MS)
    isOver = true
    const most = profiles.reduce((sum, { rate }) => sum + (rate?.perSecond ?? 0), 0) * (COUNTED_MS / 1_000)
    expect(failures).toEqual([])
    expect(answered()).toBeGreaterThan(0.8 * most)
  })
})
