import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createGuardedFetcher,
  type FetchOptions,
  type GuardedFetcher,
} from '../../../src-main/metadata/guardedFetch.ts'
import { type HostileServer, openHostileServer } from './hostileServer.ts'

const REQUEST = { maxBytes: 100_000, accept: 'application/json' }
const LOOPBACK = { address: '127.0.0.1', family: 4 }
const CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'

let server: HostileServer
const open: GuardedFetcher[] = []
beforeEach(async () => {
  server = await openHostileServer()
})
afterEach(async () => {
  for (const fetcher of open.splice(0)) await fetcher.close()
  await server[Symbol.asyncDispose]()
})

/** Returns a fetcher that can connect to the hostile server, unless `allowed` is given. */
function fetcherOf(options: FetchOptions = {}): GuardedFetcher {
  const fetcher = createGuardedFetcher({ allowed: [server.place], ...options })
  open.push(fetcher)
  return fetcher
}

const failure = (code: string) => expect.objectContaining({ name: 'MetadataError', code })

describe('a guarded fetch', () => {
  it('loads its HTTP client with the first fetch, and not after its end', async () => {
    let loaded = 0
    vi.resetModules()
    vi.doMock('undici', async (original) => {
      loaded++
      return original()
    })
    const fresh = await import('../../../src-main/metadata/guardedFetch.ts')
    const used = fresh.createGuardedFetcher({ allowed: [server.place] })
    const closed = fresh.createGuardedFetcher({ allowed: [server.place] })
    open.push(used)
    await closed.close()
    await expect(closed.fetch(server.url('/ok.json'), REQUEST)).rejects.toMatchObject({ code: 'off' })
    expect(loaded).toBe(0)
    await used.fetch(server.url('/ok.json'), REQUEST)
    await used.fetch(server.url('/ok.json'), REQUEST)
    expect(loaded).toBe(1)
    vi.doUnmock('undici')
  })

  it('reads plain and compressed content, and follows redirects', async () => {
    const { fetch } = fetcherOf()
    const texts = ['/ok.json', '/gzip.json', '/relative', `/to?${encodeURIComponent('ok.json#top')}`]
    const bodies = await Promise.all(texts.map(async (path) => (await fetch(server.url(path), REQUEST)).body))
    expect(bodies.map(String)).toEqual([
      '{"name":"Good"}',
      '{"name":"Packed"}',
      '{"name":"Good"}',
      '{"name":"Good"}',
    ])
    expect((await fetch(server.url('/relative'), REQUEST)).url.href).toBe(server.url('/ok.json'))
  })

  it('sends no cookies, referrer, origin or credentials', async () => {
    await fetcherOf().fetch(server.url('/cookie'), REQUEST)
    await fetcherOf().fetch(server.url('/ok.json'), REQUEST)
    expect(server.requests.map(({ path }) => path)).toEqual(['/cookie', '/ok.json', '/ok.json'])
    for (const { headers } of server.requests) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ])
    }
  })

  it.each(['localhost', '127.0.0.1', '[::1]', '127.1', '0x7f000001', '[::ffff:127.0.0.1]'])(
    'sends nothing to %s without the setting',
    async (host) => {
      const { fetch } = fetcherOf({ allowed: [] })
      await expect(fetch(`http://${host}:${server.port}/ok.json`, REQUEST)).rejects.toEqual(
        failure('forbidden-address'),
      )
      expect(server.requests).toEqual([])
    },
  )

  it.each([
    ['a private address', [LOOPBACK]],
    ['a public and a private address', [{ address: '1.1.1.1', family: 4 }, LOOPBACK]],
    ['an IPv4-mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['a link-local address', [{ address: '169.254.169.254', family: 4 }]],
  ])('sends nothing to a name that resolves to %s', async (_, addresses) => {
    const { fetch } = fetcherOf({ resolve: async () => addresses })
    await expect(fetch(`http://metadata.example:${server.port}/ok.json`, REQUEST)).rejects.toEqual(
      failure('forbidden-address'),
    )
    expect(server.requests).toEqual([])
  })

  it('connects to the address that was checked, even if the name changes later', async () => {
    const asked: string[] = []
    const fetcher = fetcherOf({
      allowed: [`rebinding.example:${server.port}`],
      resolve: async (hostname) => {
        asked.push(hostname)
        return [LOOPBACK]
      },
    })
    const { body } = await fetcher.fetch(`http://rebinding.example:${server.port}/ok.json`, REQUEST)
    expect(String(body)).toBe('{"name":"Good"}')
    expect(asked).toEqual(['rebinding.example'])
  })

  it.each([
    ['the loopback interface', 'http://127.0.0.1:1/'],
    ['a loopback name', 'http://localhost:1/'],
    ['the cloud metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['a private IPv6 address', 'http://[fd00::1]/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
  ])('is not redirected to %s', async (_, location) => {
    const path = `/to?${encodeURIComponent(location)}`
    await expect(fetcherOf().fetch(server.url(path), REQUEST)).rejects.toEqual(failure('forbidden-address'))
  })

  it.each([
    ['scheme', '/to?file:///etc/passwd'],
    ['scheme', '/to?data:application/json,{}'],
    ['bad-url', `/to?${encodeURIComponent('http://user:secret@127.0.0.1/')}`],
    ['bad-url', `/to?${encodeURIComponent('http://[')}`],
    ['redirects', '/loop'],
    ['status', '/error.json'],
    ['status', '/missing.json'],
    ['too-large', '/endless.json'],
    ['too-large', '/large.json'],
    ['too-large', '/bomb.json'],
    ['encoding', '/not-gzip.json'],
    ['encoding', '/cut-gzip.json'],
    ['encoding', '/twice.json'],
    ['connection', '/cut.json'],
  ])('fails with %s for %s', async (code, path) => {
    await expect(fetcherOf().fetch(server.url(path), REQUEST)).rejects.toEqual(failure(code))
  })

  it('follows at most the given number of redirects', async () => {
    await expect(fetcherOf({ limits: { redirects: 3 } }).fetch(server.url('/loop'), REQUEST)).rejects.toThrow(
      'more than 3 redirects',
    )
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ['the total limit for a server that sends a byte now and then', '/slow.json', { totalMs: 300 }],
    ['the total limit for a server that does not answer', '/silent.json', { totalMs: 300 }],
    ['the idle limit for a server that does not answer', '/silent.json', { idleMs: 300 }],
    ['the idle limit for a server that stops sending', '/stalled.json', { idleMs: 300 }],
  ])('ends at %s', async (_, path, limits) => {
    await expect(fetcherOf({ limits }).fetch(server.url(path), REQUEST)).rejects.toEqual(failure('timeout'))
  })

  it('ends when the resolver does not answer', async () => {
    const { fetch } = fetcherOf({ resolve: () => new Promise(() => {}), limits: { totalMs: 300 } })
    await expect(fetch('http://silent.example/', REQUEST)).rejects.toEqual(failure('timeout'))
  })

  it('rejects an unknown name', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    await expect(fetcherOf({ resolve }).fetch('http://no.example/', REQUEST)).rejects.toThrow(
      'the host no.example is not known',
    )
  })

  it('tries to connect to an IPv6 address that is allowed', async () => {
    const refusal = fetcherOf({ allowed: ['[::1]:1'] }).fetch('http://[::1]:1/ok.json', REQUEST)
    await expect(refusal).rejects.toThrow('the connection to [::1]:1 failed')
  })

  it('is aborted by its signal and by closing', async () => {
    const fetcher = fetcherOf()
    const aborted = fetcher.fetch(server.url('/silent.json'), { ...REQUEST, signal: AbortSignal.timeout(50) })
    await expect(aborted).rejects.toThrow()
    const closed = expect(fetcher.fetch(server.url('/silent.json'), REQUEST)).rejects.toEqual(failure('off'))
    await fetcher.close()
    await closed
  })

  it('tries the gateways of IPFS in order', async () => {
    const { fetch } = fetcherOf({
      ipfsGateways: ['https://127.0.0.1/ipfs/', server.url('/a'), server.url('/b/')],
    })
    await expect(fetch(`ipfs://${CID}/1.json`, REQUEST)).rejects.toEqual(failure('status'))
    expect(server.requests.map(({ path }) => path)).toEqual([`/a/${CID}/1.json`, `/b/${CID}/1.json`])
  })
})
