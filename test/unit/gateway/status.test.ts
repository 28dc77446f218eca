import { describe, expect, it } from 'vitest'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import { statusSchema } from '#shared/schema/status.ts'
import { gatewayHealth, gatewayStatus, type StatusSources } from '../../../src-main/gateway/status.ts'
import { ForkError } from '../../../src-main/liteserver/errors.ts'
import { blockId } from '../api/v2/fakeSession.ts'

const SERVER = {
  index: 0,
  host: '127.0.0.1',
  port: 4000,
  state: 'alive',
  archival: true,
  seqno: 860,
  lag: 0,
  lagSeconds: 0,
  queriesPerSecond: undefined,
  width: 16,
  latencyMs: 2,
  medianMs: 1.23456,
  percentile95Ms: 4,
  publicKey: Buffer.alloc(32, 7),
  isSilent: false,
  unavailableMs: 0,
  isRateStated: false,
  recentQueries: 30,
  kept: [],
  proved: 95,
  missingRefusals: 0,
  otherRefusals: 0,
  hedges: 0,
  hedgesWon: 0,
  inFlight: 0,
  queued: 0,
  queries: 100,
  failures: 1,
  timeouts: 2,
  rateRefusals: 0,
  unprovedHeads: 0,
  proofFailures: 3,
  lastError: undefined,
} as const

const INDEX: IndexStatus = {
  mode: 'follow',
  state: 'following',
  detail: null,
  coverage: [{ first: 1, last: 858 }],
  behind: 2,
  rate: { blocks: 0, transactions: 0 },
  disk: { index_bytes: 0, wal_bytes: 0, archive_bytes: 0, limit_bytes: null, free_bytes: null },
  detection: { pending: 3, rechecks: 0, waiting: 4, detail: null },
  classification: { pending: 5, detail: 'no liteserver answers', again: { done: 0, total: 0, changed: 0 } },
  integrity: null,
  jobs: [],
}

function sources(overrides: Partial<StatusSources> = {}): StatusSources {
  const stats = {
    servers: [
      SERVER,
      { ...SERVER, index: 1, state: 'failed' as const, seqno: undefined, medianMs: undefined },
    ],
    alive: 1,
    best: 860,
    queries: 200,
    recentQueries: 60,
    sentPerSecond: 1,
    proved: 188,
    proofFailures: 6,
    verify: true,
    newest: blockId(-1, 860),
    keyBlock: blockId(-1, 609),
    proving: undefined,
    stopped: undefined,
  }
  return {
    version: '0.2.0',
    network: () => ({ name: 'sample', kind: 'sample', zeroState: blockId(-1, 0) }),
    head: () => ({ seqno: 860, utime: 1_000 }),
    stats: () => stats,
    apiUrl: () => 'http://127.0.0.1:8081/api/v2',
    networkVersion: () => 13,
    metadata: () => 'on',
    globalConfigFile: () => undefined,
    problems: () => [],
    index: () => INDEX,
    ...overrides,
  }
}

describe('gatewayStatus', () => {
  it('reports network, head, servers and proofs in the form of the schema', () => {
    const status = gatewayStatus(sources())
    expect(statusSchema.parse(status)).toEqual(status)
    expect(status).toMatchObject({
      head: { seqno: 860, utime: 1_000 },
      servers: {
        alive: 1,
        total: 2,
        list: [
          { index: 0, endpoint: '127.0.0.1:4000', alive: true, seqno: 860, latency_ms: 1.23 },
          { index: 1, alive: false, seqno: null, latency_ms: null },
        ],
      },
      verification: { enabled: true, accepted: 188, refused: 6, proving: null },
    })
  })

  it('reports the progress of a long proof', () => {
    const stats = { ...sources().stats(), proving: { proved: 811, expected: 1_400, seqno: 9 } }
    const proving = sources({ head: () => undefined, stats: () => stats })
    expect(gatewayStatus(proving).verification.proving).toEqual({ proved: 811, expected: 1_400 })
    expect(statusSchema.parse(gatewayStatus(proving))).toEqual(gatewayStatus(proving))
    expect(gatewayHealth(proving)).toMatchObject({
      status: 'proving',
      proving: { proved: 811, expected: 1_400 },
    })
  })
})

describe('gatewayHealth', () => {
  it('is ok with a head and a server', () => {
    expect(gatewayHealth(sources(), { now: 1_010 })).toEqual({
      status: 'ok',
      problems: [],
      network: 'sample',
      head: { seqno: 860, utime: 1_000, age: 10 },
      clock: null,
      servers: { alive: 1, total: 2 },
      index: {
        state: 'following',
        behind: 2,
        detection_pending: 7,
        detection_detail: null,
        classification_pending: 5,
        classification_detail: 'no liteserver answers',
        integrity: null,
      },
      executor: { version: 13, network_version: 13, is_outdated: false },
    })
  })

  it("shows how far the time of a devnet is ahead of this machine's", () => {
    const distance = { offset: 3_600, behind: 3_600 }
    expect(gatewayHealth(sources(), { now: 1_010, distance })).toMatchObject({
      status: 'ok',
      clock: distance,
    })
  })

  it("reports a network with a newer global version than the executor's", () => {
    const executorAt = (version: number | undefined) =>
      gatewayHealth(sources({ networkVersion: () => version })).executor
    expect(executorAt(15)).toEqual({ version: 13, network_version: 15, is_outdated: true })
    expect(executorAt(11)).toEqual({ version: 13, network_version: 11, is_outdated: false })
    expect(executorAt(undefined)).toEqual({ version: 13, network_version: null, is_outdated: false })
  })

  it('is degraded while the devnet or the index has a problem', () => {
    const problems = ['the disk is full']
    expect(gatewayHealth(sources({ problems: () => problems }))).toMatchObject({
      status: 'degraded',
      problems,
    })
  })

  it('is degraded while the head of a live network is older than a minute', () => {
    const of = (kind: 'mainnet' | 'custom' | 'sample', now: number) => {
      const network = () => ({ name: kind, kind, zeroState: blockId(-1, 0) })
      const { status, problems } = gatewayHealth(sources({ network }), { now })
      return [status, problems]
    }
    const problems = ['the newest block that the liteservers have is 61 s old']
    expect(of('mainnet', 1_060)).toEqual(['ok', []])
    expect(of('mainnet', 1_061)).toEqual(['degraded', problems])
    expect(of('custom', 1_061)).toEqual(['degraded', problems])
    expect(of('sample', 9_000)).toEqual(['ok', []])
  })

  it('is degraded while a devnet with a block interval is behind its own clock', () => {
    const network = () => ({ name: 'devnet', kind: 'devnet' as const, zeroState: blockId(-1, 0) })
    const at = (now: number, blockInterval: number) => {
      const { status, problems } = gatewayHealth(sources({ network }), { now, blockInterval })
      return [status, problems]
    }
    expect(at(1_065, 5)).toEqual(['ok', []])
    expect(at(1_066, 5)).toEqual([
      'degraded',
      ['the devnet makes a block every 5 s, but the newest one is 66 s old'],
    ])
    // Blocks on demand, or seldom.
    expect(at(9_000, 0)).toEqual(['ok', []])
    expect(at(9_000, 61)).toEqual(['ok', []])
  })

  it('is degraded while the clock of a devnet cannot be read', () => {
    const fault = 'the devnet has not answered for 1000 ms'
    const { status, problems } = gatewayHealth(sources(), { now: 1_010, fault })
    expect([status, problems]).toEqual(['degraded', [fault]])
  })

  it('names missing parts', () => {
    expect(gatewayHealth(sources({ head: () => undefined })).status).toBe('starting')
    const withoutServers = { ...sources().stats(), alive: 0 }
    expect(gatewayHealth(sources({ stats: () => withoutServers })).status).toBe('no servers')
  })
})

describe('a forked network', () => {
  const fork = new ForkError([
    { id: blockId(-1, 861), server: '127.0.0.1:4000' },
    { id: blockId(-1, 861), server: '127.0.0.1:4001' },
  ])
  const forked = sources({ stats: () => ({ ...sources().stats(), stopped: fork }) })

  it('has no liteserver that is used, and names both blocks', () => {
    const status = gatewayStatus(forked)
    expect(statusSchema.parse(status)).toEqual(status)
    expect(status).toMatchObject({
      fork: { seqno: 861, message: fork.message },
      servers: { alive: 0, total: 2, list: [{ alive: false }, { alive: false }] },
    })
  })

  it('is not healthy, because no request can be answered', () => {
    expect(gatewayHealth(forked)).toMatchObject({
      status: 'forked',
      problems: [fork.message],
      servers: { alive: 0, total: 2 },
    })
  })
})
