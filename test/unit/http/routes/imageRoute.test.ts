import { describe, expect, it } from 'vitest'
import { tokenImagePath } from '#shared/schema/tokenImage.ts'
import type { TokenImages } from '../../../../src-main/http/routes/imageRoute.ts'
import { MetadataError, type MetadataErrorCode } from '../../../../src-main/metadata/metadataError.ts'
import { testApp } from '../testApp.ts'

const SVG = Buffer.from('<svg><script>alert(1)</script></svg>')
const URL_OF_IMAGE = 'https://example.org/a b.svg?x=1&y=2'

function appWith(images: TokenImages) {
  return testApp(undefined, { images })
}

const app = appWith(async (url) => {
  if (url !== URL_OF_IMAGE) throw new MetadataError('unknown-image', 'no token is known to have this image')
  return { type: 'image/svg+xml', bytes: SVG, etag: '"x"' }
})

describe('the image of a token over HTTP', () => {
  it('has its own type and headers that disable scripts of an SVG', async () => {
    const response = await app.request(tokenImagePath(URL_OF_IMAGE))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(SVG)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400',
      etag: '"x"',
    })
  })

  it('is not sent again to a client that has cached it', async () => {
    const response = await app.request(tokenImagePath(URL_OF_IMAGE), { headers: { 'if-none-match': '"x"' } })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('is 404 if no token has it, 422 without a URL and 405 for POST', async () => {
    const unknown = await app.request(tokenImagePath('https://example.org/other'))
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ ok: false, error: 'no token is known to have this image' })
    expect((await app.request('/api/tonscope/image')).status).toBe(422)
    const post = await app.request(tokenImagePath(URL_OF_IMAGE), { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it.each<[MetadataErrorCode, number]>([
    ['bad-url', 422],
    ['scheme', 422],
    ['forbidden-address', 502],
    ['status', 502],
    ['not-image', 502],
    ['timeout', 504],
    ['busy', 503],
    ['off', 503],
  ])('that fails with %s is status %i', async (code, status) => {
    const failing = appWith(() => Promise.reject(new MetadataError(code, `it is ${code}`)))
    const response = await failing.request(tokenImagePath(URL_OF_IMAGE))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ ok: false, code: status, error: `it is ${code}` })
  })
})
