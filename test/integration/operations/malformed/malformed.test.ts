import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { failingSession, networkOf, testApp } from '../../../unit/http/testApp.ts'
import { toJson } from '../ask.ts'
import { malformed } from './malformed.ts'
import type { Malformed } from './request.ts'
import { knownFailures, spoilt } from './spoiltCells.ts'

/** A request with any fault is refused with a 4xx in the envelope, and no liteserver is queried. */

const RUNS = Number(process.env.MALFORMED ?? 40_000)
/** Number of requests after which the memory no longer grows. */
const WARM = 30_000
const SPOILT_RUNS = 3_000
const MAX_GROWTH = 8 * 1024 * 1024
const TIMEOUT = 300_000

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const ENVELOPE = ['ok', 'error', 'code', '@extra', 'jsonrpc', 'id']
const EXTRA = /^(_|\d{10}:_:[0-9.e-]+)$/

/** What answers a request that should never get this far. */
const REACHED = new LiteServerError(651, 'the network was asked')

describe('malformed requests', () => {
  const app = testApp(networkOf(failingSession(REACHED)))

  /** Throws where the answer is another; `expect` would take longer than the answer itself. */
  async function checkRefusal({ method, target, body, status, error }: Malformed): Promise<void> {
    const response = await app.request(target, { method, ...(body !== undefined && { body }) })
    const text = await response.text()
    const answer = JSON.parse(text) as Record<string, unknown>
    const isToldSo = typeof error === 'string' ? answer.error === error : error.test(String(answer.error))
    const isEnvelope = answer.ok === false && answer.code === status && EXTRA.test(String(answer['@extra']))
    const isBare = Object.keys(answer).every((name) => ENVELOPE.includes(name))
    if (response.status === status && isToldSo && isEnvelope && isBare) return
    throw new Error(`answered with ${response.status} ${text.slice(0, 1000)}`)
  }

  it(`are refused, ${RUNS} of them, and leave nothing in memory`, { timeout: TIMEOUT }, async () => {
    let run = 0
    let warm = 0
    const property = fc.asyncProperty(malformed, async (request) => {
      await checkRefusal(request)
      if (++run === WARM) warm = heap()
    })
    await fc.assert(property, { numRuns: RUNS })
    expect(heap() - warm).toBeLessThan(MAX_GROWTH)
  })

  it(`with spoilt cells and stacks fail in the ways that the contract has`, {
    timeout: TIMEOUT,
  }, async () => {
    const known = knownFailures(`LITE_SERVER_NOTREADY: ${REACHED.message}$`)
    const property = fc.asyncProperty(spoilt, async ({ name, params }) => {
      const response = await app.request(`/api/v2/${name}`, { method: 'POST', body: toJson(params) })
      const { error, code } = (await response.json()) as { error: string; code: number }
      expect([response.status, error]).toEqual([code, expect.stringMatching(known)])
      expect(name === 'sendBocReturnHashNoError' ? [400] : [500, 542]).toContain(code)
    })
    await fc.assert(property, { numRuns: SPOILT_RUNS })
  })
})
