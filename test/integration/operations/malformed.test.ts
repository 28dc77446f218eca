import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import { failingSession, networkOf, testApp } from '../../unit/http/testApp.ts'
import { type Malformed, malformed } from './malformed.ts'

/** Whatever is wrong with a request, it is refused with a 4xx in the envelope, and nobody else is asked about it. */

const RUNS = 92_000
/** After so many the memory is as large as it gets. */
const WARM = 30_000
const MIB = 1024 * 1024

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** What answers a request that should never get this far. */
const REACHED = new LiteServerError(651, 'the network was asked')

describe('malformed requests', () => {
  const app = testApp(networkOf(failingSession(REACHED)))

  async function expectRefusal({ method, target, body, status, error }: Malformed): Promise<void> {
    const response = await app.request(target, { method, ...(body !== undefined && { body }) })
    const { jsonrpc, id, ...envelope } = (await response.json()) as Record<string, unknown>
    expect([response.status, envelope]).toEqual([
      status,
      {
        ok: false,
        error: typeof error === 'string' ? error : expect.stringMatching(error),
        code: status,
        '@extra': expect.any(String),
      },
    ])
  }

  it(`are refused, ${RUNS} of them, and leave nothing in memory`, async () => {
    let run = 0
    let before = 0
    const property = fc.asyncProperty(malformed, async (request) => {
      await expectRefusal(request)
      if (++run === WARM) {
        collect()
        before = process.memoryUsage().heapUsed
      }
    })
    await fc.assert(property, { numRuns: RUNS })
    collect()
    const after = process.memoryUsage().heapUsed
    expect(after - before).toBeLessThan(8 * MIB)
  })
})
