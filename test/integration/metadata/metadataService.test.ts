import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type MetadataOptions,
  type MetadataService,
  openMetadata,
} from '../../../src-main/metadata/metadataService.ts'
import type { DetectionResult } from '../../../src-main/store/detectedTokens.ts'
import type { IndexStore } from '../../../src-main/store/indexStore.ts'
import type { MetadataContent } from '../../../src-main/store/metadataContent.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { hashOf } from '../../fixtures/store/generatedChain.ts'
import { until } from '../../fixtures/until.ts'
import { type HostileServer, openHostileServer } from './hostileServer.ts'
import { parseStoredFields } from './parseStoredFields.ts'

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let dir: string
let server: HostileServer
let store: IndexStore
let isOnline: boolean
/** Unix milliseconds. */
let now: number
const open: MetadataService[] = []

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tonscope-metadata-'))
  store = await openIndexStore({ dir: join(dir, 'index'), zeroState: hashOf('zero state') })
  isOnline = true
  now = 1_800_000_000_000
  let isUp = false
  server = await openHostileServer({
    '/token.json': (response) =>
      response.end(`{"name":"Token","decimals":9,"image":"http://${server.place}/logo"}`),
    '/second.json': (response) => response.end(`{"image":"http://${server.place}/page"}`),
    '/third.json': (response) => response.end(`{"image":${JSON.stringify(`data:image/svg+xml,${SVG}`)}}`),
    '/logo': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(PNG),
    '/page': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('<html></html>'),
    '/later.json': (response) => {
      response.writeHead(isUp ? 200 : 503).end('{"name":"Later"}')
      isUp = true
    },
    '/once.json': (response) => {
      response.writeHead(isUp ? 503 : 200).end('{"name":"Once"}')
      isUp = true
    },
  })
})
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
  await store.close()
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

/** A detected jetton whose contract has the URL of its image. */
function jettonWithImage(image: string): DetectionResult {
  return {
    account: Buffer.alloc(33, 1),
    lastTxLt: 1n,
    codeHash: hashOf('code'),
    dataHash: hashOf('data'),
    mcSeqno: 1,
    contracts: [
      {
        kind: 'jetton_master',
        totalSupply: 1n,
        mintable: true,
        admin: undefined,
        content: { name: 'Token', image },
        walletCodeHash: hashOf('wallet code'),
      },
    ],
    events: [],
    waitsFor: undefined,
    eventsUpTo: undefined,
    isLibraryMissing: false,
    isRecheckNeeded: false,
    queued: 'any',
  }
}

function openService(options: Partial<MetadataOptions> = {}): MetadataService {
  const service = openMetadata({
    enabled: true,
    store: () => store,
    isOnline: () => isOnline,
    imageFolder: join(dir, 'images'),
    fetch: { allowed: [server.place] },
    log: pino({ level: 'silent' }),
    now: () => now,
    ...options,
  })
  open.push(service)
  return service
}

/** Waits until no fetch is running or queued. */
async function settled(service: MetadataService): Promise<void> {
  const isIdle = () => {
    const { running, waiting } = service.status()
    return running + waiting === 0 || undefined
  }
  await until('no fetch is running or queued', isIdle, { pauseMs: 5 })
}

async function stored(url: string): Promise<MetadataContent | undefined> {
  return (await store.metadataContents([url])).get(url)
}

async function wanted(service: MetadataService, url: string): Promise<MetadataContent | undefined> {
  service.request(url)
  await settled(service)
  return stored(url)
}

describe('token content', () => {
  it('is fetched once and stored until it expires', async () => {
    let changes = 0
    const service = openService({ onStored: () => changes++ })
    const url = server.url('/token.json')
    for (let i = 0; i < 3; i++) service.request(url)
    const row = await wanted(service, url)
    expect(row).toMatchObject({ state: 'fetched', attempts: 0, error: undefined })
    expect(parseStoredFields(row!.fields!)).toEqual({
      name: 'Token',
      image: server.url('/logo'),
      extra: { decimals: 9 },
    })
    await wanted(openService(), url)
    expect(server.requests).toHaveLength(1)
    now += 86_400_000
    await wanted(service, url)
    expect(server.requests).toHaveLength(2)
    expect(changes).toBe(2)
    expect(service.status()).toMatchObject({ state: 'on', fetched: 2, failed: 0, dropped: 0 })
  })

  it('of a data: URL is read without a fetch', async () => {
    const service = openService()
    const row = await wanted(service, 'data:application/json,{"name":"Inline"}')
    expect(row?.fields).toEqual({ name: 'Inline', extra: '{}' })
  })

  it.each([
    ['/error.json', 'status: the server answered with status 500'],
    ['/bomb.json', 'too-large: the content is longer than 1048576 bytes'],
    ['/endless.json', 'too-large: the content is longer than 1048576 bytes'],
    ['/loop', 'redirects: more than 4 redirects'],
    [
      `/to?${encodeURIComponent('http://169.254.169.254/')}`,
      'forbidden-address: 169.254.169.254 is not public',
    ],
    ['/logo', 'not-json: the content is not JSON in UTF-8'],
  ])('of %s is stored as failed', async (path, error) => {
    const row = await wanted(openService(), server.url(path))
    expect(row).toMatchObject({ state: 'failed', attempts: 1, fields: undefined })
    expect(row?.error).toContain(error)
  })

  it.each(['tonstorage://AB/c.json', 'file:///etc/passwd', 'no URL', 'http://127.0.0.1:1/', 'http://[::1]/'])(
    'of %s is stored as failed without a connection',
    async (url) => {
      const row = await wanted(openService({ fetch: {} }), url)
      expect(row?.state).toBe('failed')
      expect(row?.error).toMatch(/^(scheme|bad-url|forbidden-address): /)
    },
  )

  it('that failed is fetched again after 1 minute, then 2, then 4', async () => {
    const service = openService()
    const url = server.url('/error.json')
    const start = now
    const times: number[] = []
    for (let minute = 0; minute <= 8; minute++) {
      now = start + minute * 60_000
      const before = server.requests.length
      await wanted(service, url)
      if (server.requests.length > before) times.push(minute)
    }
    expect(times).toEqual([0, 1, 3, 7])
    expect(await stored(url)).toMatchObject({ attempts: 4, expiresAt: (start + 15 * 60_000) / 1000 })
  })

  it('that failed at first is stored when it is fetched', async () => {
    const service = openService()
    const url = server.url('/later.json')
    expect((await wanted(service, url))?.state).toBe('failed')
    now += 60_000
    expect(await wanted(service, url)).toMatchObject({
      state: 'fetched',
      attempts: 0,
      fields: { name: 'Later' },
    })
  })

  it('that can no longer be fetched is kept', async () => {
    const service = openService()
    const url = server.url('/once.json')
    await wanted(service, url)
    now += 86_400_000
    expect(await wanted(service, url)).toMatchObject({
      state: 'fetched',
      attempts: 1,
      error: 'status: the server answered with status 503',
      fields: { name: 'Once' },
    })
  })

  it('is not fetched offline, when it is turned off, or where the index cannot be written', async () => {
    const url = server.url('/token.json')
    isOnline = false
    const offline = openService()
    await wanted(offline, url)
    expect(offline.status().state).toBe('offline')
    isOnline = true
    const off = openService({ enabled: false })
    await wanted(off, url)
    expect(off.status().state).toBe('off')
    const noIndex = openService({ store: () => undefined })
    await wanted(noIndex, url)
    expect(noIndex.status().state).toBe('no index')
    const readOnly = openService({ store: () => ({ ...store, isReadOnly: true }) })
    await wanted(readOnly, url)
    expect(server.requests).toEqual([])
    await wanted(offline, url)
    expect(server.requests).toHaveLength(1)
  })

  it('of more than 10,000 URLs is fetched a few at a time, and URLs beyond the queue are counted', async () => {
    const service = openService({ queue: { perGroup: 4 } })
    for (let i = 0; i < 12_000; i++) service.request(server.url(`/ok.json?${i}`))
    expect(service.status()).toMatchObject({ running: 4, waiting: 10_000, dropped: 1_996 })
    await until('500 requests have arrived', () => server.requests.length >= 500 || undefined)
    expect(server.open.most).toBeLessThanOrEqual(4)
    await service.close()
    expect(service.status().waiting).toBe(0)
  })
})

describe('the image of a token', () => {
  async function known(path: string, options: Partial<MetadataOptions> = {}): Promise<MetadataService> {
    const service = openService(options)
    await wanted(service, server.url(path))
    return service
  }

  it('is recognized by its content, and read from the disk the next time', async () => {
    const service = await known('/token.json')
    const image = await service.imageOf(server.url('/logo'))
    expect(image).toMatchObject({ type: 'image/png', bytes: PNG })
    isOnline = false
    expect((await openService().imageOf(server.url('/logo'))).etag).toBe(image.etag)
    expect(server.requests.filter(({ path }) => path === '/logo')).toHaveLength(1)
    expect(readdirSync(join(dir, 'images'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(service.status().images).toEqual({ files: 1, bytes: PNG.length })
  })

  it('is refused if no token has it', async () => {
    const service = await known('/token.json')
    const unknown = expect.objectContaining({ code: 'unknown-image' })
    await expect(service.imageOf(server.url('/other'))).rejects.toEqual(unknown)
    await expect(service.imageOf(`data:image/svg+xml,${SVG}`)).rejects.toEqual(unknown)
    expect(server.requests.map(({ path }) => path)).toEqual(['/token.json'])
  })

  it('is served if a contract itself names it', async () => {
    const service = openService()
    await expect(service.imageOf(server.url('/logo'))).rejects.toMatchObject({ code: 'unknown-image' })
    await store.writeDetected({ results: [jettonWithImage(server.url('/logo'))], plainCodes: [] })
    expect((await service.imageOf(server.url('/logo'))).type).toBe('image/png')
  })

  it('is decoded from a data: URL', async () => {
    const service = await known('/third.json')
    const image = await service.imageOf(`data:image/svg+xml,${SVG}`)
    expect(image).toMatchObject({ type: 'image/svg+xml', bytes: Buffer.from(SVG) })
  })

  it('is refused if it is not an image, and not fetched again at once', async () => {
    const service = await known('/second.json')
    for (let i = 0; i < 3; i++) {
      await expect(service.imageOf(server.url('/page'))).rejects.toMatchObject({ code: 'not-image' })
    }
    expect(server.requests.filter(({ path }) => path === '/page')).toHaveLength(1)
  })

  it('is not fetched offline or when fetching is turned off', async () => {
    await known('/token.json')
    isOnline = false
    await expect(openService().imageOf(server.url('/logo'))).rejects.toThrow('the network is offline')
    const off = openService({ enabled: false })
    await expect(off.imageOf(server.url('/logo'))).rejects.toThrow('turned off')
  })

  it('is fetched again if its file is missing, and leftovers of a crash are deleted', async () => {
    const service = await known('/token.json')
    await service.imageOf(server.url('/logo'))
    const [name] = readdirSync(join(dir, 'images'))
    rmSync(join(dir, 'images', name!))
    writeFileSync(join(dir, 'images', `${name}.x.tmp`), 'half')
    expect((await openService().imageOf(server.url('/logo'))).type).toBe('image/png')
    expect((await service.imageOf(server.url('/logo'))).type).toBe('image/png')
    expect(readdirSync(join(dir, 'images'))).toEqual([name])
  })
})
