import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createAnswerCache } from '../../../../src-main/http/cache/answerCache.ts'
import type { FinishedRequest } from '../../../../src-main/http/metrics/requestMeter.ts'
import { failingSession, networkOf, post, testApp } from '../testApp.ts'

const ADDRESS = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'

describe('requestLog', () => {
  it('reports every answer to the meter by operation or family, never by free text', async () => {
    const finished: FinishedRequest[] = []
    const app = testApp(networkOf(failingSession(new Error('not asked')), 5), {
      meter: { finished: (request) => finished.push(request) },
      cache: createAnswerCache({ position: () => ({ generation: 0, head: 5, proved: 5 }) }),
    })
    const requests: readonly (readonly [string, RequestInit?])[] = [
      [`/api/v2/packAddress?address=${ADDRESS}`],
      ['/api/v2/packAddress', post({ address: 'nonsense' })],
      ['/api/v2/jsonRPC', post({ method: 'packAddress', params: { address: ADDRESS } })],
      ['/api/v2/jsonRPC', post({ method: 'noSuchMethod' })],
      ['/api/v2/shards?seqno=0'],
      ['/api/v2/getConsensusBlock'],
      ['/api/v2/getConsensusBlock/'],
      ['/api/v2/noSuchMethod'],
      ['/healthz'],
      ['/docs'],
      ['/api/tonscope/status'],
      ['/api/tonscope/devnet/step', post({})],
      ['/nowhere'],
      ['/healthz', { headers: { host: 'evil.example' } }],
    ]
    for (const [path, init] of requests) await (await app.request(path, init)).text()
    const told = finished.map(({ method, route, status, cached }) => `${method} ${route} ${status} ${cached}`)
    expect(told).toEqual([
      'GET packAddress 200 false',
      'POST packAddress 422 false',
      'POST packAddress 200 false',
      'POST jsonRPC 422 false',
      'GET getShards 422 false',
      'GET getConsensusBlock 200 false',
      'GET getConsensusBlock 200 true',
      'GET other 404 false',
      'GET health 503 false',
      'GET docs 200 false',
      'GET status 200 false',
      'POST devnet 404 false',
      'GET other 404 false',
      'GET health 403 false',
    ])
    for (const { seconds } of finished) expect(seconds).toBeGreaterThanOrEqual(0)
  })

  it('writes a line without the query, with the request id of the response', async () => {
    const lines: string[] = []
    const app = testApp(undefined, { log: pino({}, { write: (line: string) => lines.push(line) }) })
    const response = await app.request(`/api/v2/packAddress?address=${ADDRESS}&api_key=secret`)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/v2/packAddress',
      status: 200,
      ms: expect.any(Number),
    })
    expect(lines[0]).not.toContain('secret')
  })
})
