import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSeed } from '../../../fixtures/testSeed.ts'
import { endAll, type Serving, serve } from '../../cli/process.ts'
import { exchange } from '../../clients/rawHttp.ts'
import { malformed } from './malformed.ts'
import type { Malformed } from './request.ts'

/** The same through sockets, in a program of its own: many requests ahead on each connection. */

const RUNS = 8_000
const PIPELINED = 40
const CONNECTIONS = 8
const CRLF = '\r\n'
/** What a process of this kind swings by from collection to collection. */
const MAX_GROWTH = 64 * 1024 * 1024

function bytesOf({ method, target, body = '' }: Malformed, port: number, isLast: boolean): Buffer {
  const content = Buffer.from(body)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Content-Length: ${content.length}`,
    ...(isLast ? ['Connection: close'] : []),
  ]
  return Buffer.concat([Buffer.from(lines.join(CRLF) + CRLF + CRLF), content])
}

/** Returns the resident memory of a process, or undefined if the system does not report it. */
async function residentBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]
  return kib === undefined ? undefined : Number(kib) * 1024
}

describe('malformed requests to a devnet', () => {
  let folder: string
  let gateway: Serving
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-malformed-'))
    const bare = ['--scenario', 'off', '--traffic', 'off', '--block-interval', '0']
    gateway = await serve('--network', 'devnet', ...bare, '--port', '0', '--data-dir', folder)
  })
  afterAll(async () => {
    await endAll()
    await rm(folder, { recursive: true, force: true })
  })

  const head = async () => {
    const response = await fetch(`${gateway.url}/api/v2/getMasterchainInfo`)
    const { result } = (await response.json()) as { result: { last: { seqno: number } } }
    return result.last.seqno
  }

  /** One connection: all requests are sent before the first answer is read. */
  async function exchangeAll(requests: readonly Malformed[]): Promise<void> {
    const bytes = requests.map((request, at) => bytesOf(request, gateway.port, at === requests.length - 1))
    const { responses, rest } = await exchange(gateway.port, Buffer.concat(bytes), {
      quietMs: 20_000,
      deadlineMs: 60_000,
    })
    expect([responses.length, rest]).toEqual([requests.length, ''])
    for (const [at, request] of requests.entries()) {
      const { status = 0, body = '' } = responses[at] ?? {}
      const { ok, error, code } = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'))
      const expected = request.error instanceof RegExp ? expect.stringMatching(request.error) : request.error
      const about = `${request.method} ${request.target.slice(0, 300)} ${String(request.body).slice(0, 300)}`
      expect([status, ok, code, error], about).toEqual([request.status, false, request.status, expected])
    }
  }

  async function sendAll(requests: readonly Malformed[]): Promise<void> {
    const batches = Array.from({ length: Math.ceil(requests.length / PIPELINED) }, (_, at) =>
      requests.slice(at * PIPELINED, (at + 1) * PIPELINED),
    ).values()
    const client = async () => {
      for (const batch of batches) await exchangeAll(batch)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, client))
  }

  it(`are refused, ${RUNS} of them, and the program is as it was`, { timeout: 300_000 }, async () => {
    const before = await head()
    const requests = fc.sample(malformed, { numRuns: RUNS, seed: testSeed() })
    await sendAll(requests.slice(0, RUNS / 2))
    const warm = await residentBytes(gateway.pid)
    await sendAll(requests.slice(RUNS / 2))
    const after = await residentBytes(gateway.pid)
    if (warm !== undefined && after !== undefined) expect(after - warm).toBeLessThan(MAX_GROWTH)
    expect(await head()).toBe(before)
  })
})
