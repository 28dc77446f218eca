import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staticSite } from '../../../../src-main/http/routes/staticSite.ts'
import { testApp } from '../testApp.ts'

const SCRIPT = 'console.log("explorer")\n'.repeat(100)

describe('staticSite', () => {
  let root: string
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'site-'))
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Tonscope</title>')
    writeFileSync(join(root, 'assets/index-a1b2.js'), SCRIPT)
    writeFileSync(join(root, 'assets/start-c3d4.js'), SCRIPT)
    writeFileSync(join(root, 'assets/start-c3d4.js.br'), brotliCompressSync(SCRIPT))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const get = (path: string, headers: Record<string, string> = {}) =>
    testApp(undefined, { site: staticSite(root) }).request(path, { headers })

  it('serves the start page for every path of the explorer’s router', async () => {
    for (const path of [
      '/',
      '/account/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      '/block/(-1,8000,5)',
      '/address/alice.ton',
      '/durov.t.me',
    ]) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
  })

  it('serves hashed assets for ever, compressed once', async () => {
    const response = await get('/assets/index-a1b2.js', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(SCRIPT)
  })

  it("serves the build's brotli file to a client that accepts it, and never under its own name", async () => {
    const path = '/assets/start-c3d4.js'
    const response = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(SCRIPT)
    for (const accepted of ['gzip', 'gzip, br;q=0']) {
      const other = await get(path, { 'accept-encoding': accepted })
      expect([accepted, other.headers.get('content-encoding')]).toEqual([accepted, 'gzip'])
    }
    expect((await get(`${path}.br`, { 'accept-encoding': 'br' })).status).toBe(404)
  })

  it('answers 304 to a known ETag', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    const response = await get('/', { 'if-none-match': etag })
    expect([response.status, await response.text()]).toEqual([304, ''])
  })

  it('answers 404 for a missing file and for any path outside the folder', async () => {
    for (const path of [
      '/assets/index-old.js',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fx.js',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })

  it('never replaces an answer of the API', async () => {
    expect((await get('/api/v2/nothing')).status).toBe(404)
    expect((await get('/api')).status).toBe(404)
  })

  it('answers with a notice if the explorer is not built', async () => {
    const response = await testApp(undefined, { site: staticSite(join(root, 'missing')) }).request('/')
    expect(response.status).toBe(503)
    expect(await response.text()).toMatch(/npm run build/)
  })
})
