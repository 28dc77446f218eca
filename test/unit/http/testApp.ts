import pino from 'pino'
import type { Status } from '#shared/schema/status.ts'
import { createV2Api } from '../../../src-main/api/v2/api.ts'
import { createHttpApp, type HttpAppOptions } from '../../../src-main/http/app.ts'
import type { LiteNetwork, LiteSession } from '../../../src-main/liteserver/session.ts'

/** 2024-11-21T00:00:00Z */
export const NOW = 1_732_147_200_000

/** A session whose methods all reject with `error` unless replaced. */
export function failingSession(error: Error, replaced: Partial<LiteSession> = {}): LiteSession {
  const fail = () => Promise.reject(error)
  return new Proxy(replaced, {
    get: (target, name) => {
      if (name in target) return target[name as keyof LiteSession]
      return name === 'servers' ? [] : fail
    },
  }) as LiteSession
}

export function networkOf(session: LiteSession, seqno?: number): LiteNetwork {
  return { session: () => session, consensusSeqno: () => seqno }
}

/** The app on a network; without one only the operations that need none can answer. */
export function testApp(network?: LiteNetwork, options: Partial<HttpAppOptions> = {}) {
  const noNetwork = networkOf(failingSession(new Error('this test has no network')))
  const app = createHttpApp({
    v2: createV2Api({ network: network ?? noNetwork, clock: () => NOW }),
    status: () => ({}) as Status,
    health: async () => ({
      status: 'starting',
      problems: [],
      network: 'sample',
      head: null,
      clock: null,
      servers: { alive: 0, total: 0 },
      index: {
        state: 'idle',
        behind: null,
        detection_pending: 0,
        detection_detail: null,
        classification_pending: 0,
        classification_detail: null,
        integrity: null,
      },
      executor: { version: 13, network_version: null, is_outdated: false },
    }),
    hosts: () => ({ port: 8081 }),
    log: pino({ level: 'silent' }),
    clock: () => NOW,
    ...options,
  })
  return {
    /** @param env the server's facts of the connection */
    request: (path: string, init: RequestInit = {}, env?: object) =>
      app.request(path, { ...init, headers: { host: '127.0.0.1:8081', ...init.headers } }, env),
  }
}

/** A POST of JSON, or of a text as it is. */
export function post(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
