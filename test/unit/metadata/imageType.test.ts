import { describe, expect, it } from 'vitest'
import { decodeDataUrl } from '../../../src-main/metadata/dataUrl.ts'
import { imageTypeOf } from '../../../src-main/metadata/imageType.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('the type of an image', () => {
  it.each([
    ['image/png', bytes('\x89PNG\r\n\x1a\n\0')],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', bytes('RIFF\x01\x02\x03\x04WEBPVP8 ')],
    ['image/avif', bytes('\0\0\0\x20ftypavif')],
    ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['image/svg+xml', bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="1">')],
    ['image/svg+xml', bytes('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg>')],
    [undefined, bytes('<!DOCTYPE html><html><svg></svg></html>')],
    [undefined, bytes('<html><script>alert(1)</script>')],
    [undefined, bytes('<svgx>')],
    [undefined, bytes('{"name":"x"}')],
    [undefined, bytes('%PDF-1.7')],
    [undefined, bytes('BM')],
    [undefined, bytes('')],
  ])('is %s by its first bytes', (type, content) => expect(imageTypeOf(content)).toBe(type))

  it('is found in time that grows with the length', () => {
    expect(imageTypeOf(bytes('<!---->'.repeat(10_000)))).toBeUndefined()
    expect(imageTypeOf(bytes('<!--'.repeat(10_000)))).toBeUndefined()
    expect(imageTypeOf(bytes(' '.repeat(100_000)))).toBeUndefined()
  })
})

describe('a data: URL', () => {
  it.each([
    ['data:image/svg+xml;utf8,<svg>é</svg>', '<svg>é</svg>'],
    ['data:image/svg+xml,%3Csvg%3E%C3%A9%', '<svg>é%'],
    ['data:image/svg+xml;base64,PHN2Zz4=', '<svg>'],
    ['DATA:;base64,PHN2Zz4%3D', '<svg>'],
    ['data:,', ''],
  ])('%s is decoded', (url, text) => expect(decodeDataUrl(url, 100).toString()).toBe(text))

  it('is refused without data or beyond the limit', () => {
    expect(() => decodeDataUrl('data:image/png', 100)).toThrow('no data')
    expect(() => decodeDataUrl('data:,123456', 5)).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
