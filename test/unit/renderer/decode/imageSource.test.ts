import { describe, expect, it } from 'vitest'
import { baseAddress } from '../../../../src-renderer/api/baseAddress.ts'
import { imageSource } from '../../../../src-renderer/decode/imageSource.ts'

const ORIGIN = 'http://127.0.0.1:8081'
const BASE = baseAddress('', ORIGIN)
const TESTNET = baseAddress('/testnet', ORIGIN)

describe('imageSource', () => {
  it('leads every image through our own origin', () => {
    for (const url of [
      'https://a.example/i.png',
      'http://a.example/i',
      'ipfs://Qm/1.png',
      'data:image/png;base64,AA==',
    ]) {
      expect(imageSource(url, BASE)).toBe(`/api/tonscope/image?url=${encodeURIComponent(url)}`)
    }
  })

  it('keeps an address that already leads to the route', () => {
    const path = '/api/tonscope/image?url=https%3A%2F%2Fa.example'
    expect(imageSource(path, BASE)).toBe(path)
    expect(imageSource(`${ORIGIN}${path}`, BASE)).toBe(path)
  })

  it("leads every image through the route of the page's network", () => {
    const path = '/api/tonscope/image?url=https%3A%2F%2Fa.example'
    const stated = ['https://a.example', path, `/testnet${path}`, `${ORIGIN}/testnet${path}`, ORIGIN + path]
    expect(stated.map((url) => imageSource(url, TESTNET))).toEqual(stated.map(() => `/testnet${path}`))
    expect(imageSource('/devnet/api/tonscope/image?url=a', TESTNET)).toBeUndefined()
  })

  it('refuses other schemes, other paths of our origin and addresses that are too long', () => {
    const refused = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'blob:http://a.example/1',
      '//a.example/i.png',
      '/api/v2/sendBoc',
      ' https://a.example/i.png',
      `https://a.example/${'x'.repeat(20_000)}`,
      '',
      undefined,
    ]
    expect(refused.map((url) => imageSource(url, BASE))).toEqual(refused.map(() => undefined))
  })
})
