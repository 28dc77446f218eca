import { describe, expect, it } from 'vitest'
import { liteserversSchema } from '#shared/schema/liteservers.ts'
import { gatewayLiteservers } from '../../../src-main/gateway/liteservers.ts'
import { ForkError } from '../../../src-main/liteserver/errors.ts'
import type { LiteNetworkStats } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { LiteServerStats } from '../../../src-main/liteserver/pool/poolStats.ts'
import { blockId } from '../api/v2/fakeSession.ts'

const SERVER: LiteServerStats = {
  index: 0,
  host: '10.0.0.1',
  port: 4000,
  publicKey: Buffer.alloc(32, 7),
  state: 'alive',
  isSilent: false,
  unavailableMs: 0,
  archival: undefined,
  seqno: 860,
  lag: 2,
  lagSeconds: 1.04,
  latencyMs: 50,
  medianMs: 48.123,
  percentile95Ms: 211,
  queriesPerSecond: 4.567,
  isRateStated: true,
  width: 16,
  inFlight: 1,
  queued: 3,
  queries: 100,
  recentQueries: 30,
  proved: 90,
  failures: 1,
  timeouts: 2,
  rateRefusals: 3,
  missingRefusals: 4,
  otherRefusals: 5,
  unprovedHeads: 6,
  proofFailures: 7,
  hedges: 9,
  hedgesWon: 8,
  kept: [{ workchain: -1, kind: 'block', oldestAnswered: 500, newestRefused: undefined }],
  lastError: undefined,
}

function stateOf(servers: readonly LiteServerStats[], stopped?: ForkError) {
  const stats: LiteNetworkStats = {
    servers,
    alive: servers.length,
    best: 862,
    queries: 0,
    recentQueries: 0,
    sentPerSecond: 1.234,
    proved: 0,
    proofFailures: 0,
    verify: true,
    newest: blockId(-1, 862),
    keyBlock: blockId(-1, 609),
    proving: undefined,
    stopped,
  }
  const answer = gatewayLiteservers({
    stats: () => stats,
    embedded: false,
    forkFile: () => '/data/fork.json',
  })
  expect(liteserversSchema.parse(answer)).toEqual(answer)
  return answer
}

describe('gatewayLiteservers', () => {
  it('has everything that the pool knows of a server', () => {
    const { servers, ...rest } = stateOf([SERVER])
    expect(rest).toEqual({ embedded: false, alive: 1, per_second: 1.23, fork: null })
    expect(servers).toEqual([
      {
        index: 0,
        endpoint: '10.0.0.1:4000',
        key: Buffer.alloc(32, 7).toString('base64'),
        state: 'in_use',
        last_error: null,
        retry_in: null,
        archival: null,
        seqno: 860,
        lag: { blocks: 2, seconds: 1 },
        latency: { median: 48.12, p95: 211 },
        queries: { total: 100, last_minute: 30, running: 1, queued: 3, concurrency: 16 },
        rate_limit: { per_second: 4.57, stated: true },
        refusals: { rate: 3, not_in_db: 4, other: 5 },
        failures: 1,
        timeouts: 2,
        proofs: { accepted: 90, failed: 7, unproved_heads: 6 },
        hedges: { sent: 9, won: 8 },
        kept: [{ workchain: -1, kind: 'block', oldest_answered: 500, newest_refused: null }],
      },
    ])
  })

  it('names the state of each server, and counts those that are asked as alive', () => {
    const { servers, alive } = stateOf([
      SERVER,
      { ...SERVER, isSilent: true },
      { ...SERVER, state: 'lagging' },
      { ...SERVER, state: 'connecting', seqno: undefined, medianMs: undefined },
      { ...SERVER, state: 'failed', unavailableMs: 9_940, lastError: 'connection refused' },
      { ...SERVER, state: 'quarantined', unavailableMs: 3_600_000, lastError: 'x'.repeat(10_000) },
    ])
    expect(servers.map(({ state, retry_in }) => [state, retry_in])).toEqual([
      ['in_use', null],
      ['silent', null],
      ['lagging', null],
      ['starting', null],
      ['backing_off', 9.9],
      ['quarantined', 3_600],
    ])
    expect(alive).toBe(2)
    expect(servers[4]?.last_error).toBe('connection refused')
    expect(servers[5]?.last_error).toHaveLength(400)
  })

  it('has both blocks of a fork and the file with the evidence, and no server in use', () => {
    const error = new ForkError([{ id: blockId(-1, 863), server: '10.0.0.1:4000' }, { id: blockId(-1, 863) }])
    const { fork, servers, alive } = stateOf([SERVER], error)
    expect(fork).toMatchObject({
      seqno: 863,
      message: error.message,
      blocks: [{ liteserver: '10.0.0.1:4000' }, { liteserver: null }],
      evidence_file: '/data/fork.json',
    })
    expect([servers[0]?.state, alive]).toEqual(['stopped', 0])
  })
})
