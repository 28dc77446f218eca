import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHintServer } from '../../../src-main/metadata/hintServer.ts'

const HASH = Buffer.alloc(32, 7)
const PLACE = { account: `0:${'AB'.repeat(32)}`, lt: '5' }
const signal = new AbortController().signal

describe('a client of hints', () => {
  let url: string
  let status: number
  let requests: number
  const server = createServer((_request, response) => {
    requests++
    response.writeHead(status).end(JSON.stringify({ transactions: [PLACE] }))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('pauses after a failure, twice as long after each further one, and not after an answer', async () => {
    let now = 1_000_000
    const hints = openHintServer({ url, now: () => now, pace: { intervalMs: 0, pauseMs: 1_000 } })
    const ask = async (later: number) => {
      now += later
      return (await hints.placesOf('transaction', HASH, signal)).length
    }
    requests = 0
    status = 429
    for (const later of [0, 999, 1, 1_999, 1, 3_999]) expect(await ask(later)).toBe(0)
    expect(requests).toBe(3)
    status = 200
    expect([await ask(1), await ask(0)]).toEqual([1, 1])
    expect(hints.status()).toMatchObject({ answered: 2, limited: 3, backedOff: 3, failed: 0 })
    status = 500
    expect([await ask(0), await ask(999), await ask(1)]).toEqual([0, 0, 0])
    expect(hints.status()).toMatchObject({ answered: 2, limited: 3, refused: 2, backedOff: 4, failed: 0 })
    await hints.close()
  })

  it('sends no more than the rate allows and does not queue the rest', async () => {
    requests = 0
    status = 200
    const hints = openHintServer({ url, now: () => 0, pace: { intervalMs: 4_000, pauseMs: 1_000 } })
    const found = await Promise.all(
      Array.from({ length: 100 }, () => hints.placesOf('transaction', HASH, signal)),
    )
    expect(found.filter(({ length }) => length === 1)).toHaveLength(1)
    expect(requests).toBe(1)
    expect(hints.status().held).toBe(99)
    await hints.close()
  })

  it.each([
    'nothing',
    'ftp://toncenter.com/api/v3',
    'https://user:word@toncenter.com/api/v3',
    'https://toncenter.com/api/v3?api_key=1',
  ])('refuses the address %s', (wrong) => {
    expect(() => openHintServer({ url: wrong })).toThrow(/hint server/)
  })

  it('connects to no private address that a host name resolves to', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const hints = openHintServer({ url: url.replace('127.0.0.1', 'hints.example'), fetch: { resolve } })
    requests = 0
    expect(await hints.placesOf('transaction', HASH, signal)).toEqual([])
    expect([requests, hints.status().failed]).toEqual([0, 1])
    await hints.close()
  })
})
