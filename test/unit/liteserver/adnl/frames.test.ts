import { createCipheriv, hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FrameDecoder, FrameEncoder } from '../../../../src-main/liteserver/adnl/frames.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'

const random = new SeededRandom('frames')

const stream = { key: Buffer.alloc(32, 1), iv: Buffer.alloc(16, 2) }

function decodeAll(decoder: FrameDecoder, data: Buffer, pieceSize = data.length): Buffer[] {
  const payloads: Buffer[] = []
  for (let at = 0; at < data.length; at += pieceSize) {
    decoder.push(data.subarray(at, at + pieceSize), (payload) => payloads.push(payload))
  }
  return payloads
}

/** Frames as they stand before encryption, encrypted as one stream. */
function encrypted(...plain: Buffer[]): Buffer {
  return createCipheriv('aes-256-ctr', stream.key, stream.iv).update(Buffer.concat(plain))
}

function plainFrame(payload: Buffer): Buffer {
  const content = Buffer.concat([random.bytes(32), payload])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length + 32)
  return Buffer.concat([length, content, hash('sha256', content, 'buffer')])
}

describe('FrameEncoder', () => {
  test('writes length, nonce, payload and checksum', () => {
    const payload = Buffer.from('payload')
    const data = Buffer.concat(new FrameEncoder(stream).encode([payload]))
    const plain = createCipheriv('aes-256-ctr', stream.key, stream.iv).update(data)

    expect(plain.readUInt32LE(0)).toBe(32 + 7 + 32)
    expect(plain.subarray(36, 43)).toEqual(payload)
    expect(plain.subarray(43)).toEqual(hash('sha256', plain.subarray(4, 43), 'buffer'))
  })

  test('writes the same frame for a payload in pieces and in one, short or long', () => {
    for (const size of [10, 100_000]) {
      const pieces = [random.bytes(size), random.bytes(3), random.bytes(size)]
      const data = Buffer.concat(new FrameEncoder(stream).encode(pieces))
      expect(decodeAll(new FrameDecoder(stream), data)).toEqual([Buffer.concat(pieces)])
    }
  })

  test('writes frames in order for several payloads, short ones in one piece', () => {
    const payloads = [10, 3000, 20_000, 0, 5, 40_000].map((size) => [random.bytes(size), random.bytes(2)])
    const pieces = new FrameEncoder(stream).encodeAll(payloads)
    const joined = payloads.map((payload) => Buffer.concat(payload))
    expect(decodeAll(new FrameDecoder(stream), Buffer.concat(pieces))).toEqual(joined)
    // Two short ones, four pieces of a long one, two short ones, four pieces of a long one.
    expect(pieces.length).toBe(1 + 4 + 1 + 4)
  })

  test('gives each frame its own nonce', () => {
    const payloads = Array.from({ length: 600 }, () => [])
    const data = Buffer.concat(new FrameEncoder(stream).encodeAll(payloads))
    const plain = createCipheriv('aes-256-ctr', stream.key, stream.iv).update(data)
    const nonces = payloads.map((_, index) => plain.toString('hex', index * 68 + 4, index * 68 + 36))
    expect(new Set(nonces).size).toBe(600)
  })
})

describe('FrameDecoder', () => {
  const payloads = [
    Buffer.alloc(0),
    Buffer.from('a'),
    random.bytes(70_000),
    Buffer.from('b'),
    random.bytes(3000),
  ]
  const data = encrypted(...payloads.map(plainFrame))

  test.each([1, 3, 67, 1000, 65_536, data.length])('decodes the stream in pieces of %i bytes', (size) => {
    expect(decodeAll(new FrameDecoder(stream), data, size)).toEqual(payloads)
  })

  test('does not change payloads when more data arrives', () => {
    const decoder = new FrameDecoder(stream)
    const first = decodeAll(decoder, data.subarray(0, 75_000), 40_000)
    const seen = first.map((payload) => Buffer.from(payload))
    decodeAll(decoder, data.subarray(75_000), 100)
    expect(first).toEqual(seen)
  })

  test('delivers the frames before a damaged one', () => {
    const broken = plainFrame(Buffer.from('broken'))
    broken[40] = (broken[40] ?? 0) ^ 1
    const seen: string[] = []
    expect(() =>
      new FrameDecoder(stream).push(encrypted(plainFrame(Buffer.from('good')), broken), (payload) => {
        seen.push(payload.toString())
      }),
    ).toThrow(expect.objectContaining({ name: 'AdnlError', code: 'checksum' }))
    expect(seen).toEqual(['good'])
  })

  test.each([0, 63, 0x100_0001, 0xffff_ffff])('rejects a length of %i at once', (length) => {
    const head = Buffer.alloc(4)
    head.writeUInt32LE(length)
    expect(() => decodeAll(new FrameDecoder(stream), encrypted(head))).toThrow(
      expect.objectContaining({ code: 'frame_size' }),
    )
  })

  test('enforces the receiver’s limit', () => {
    const frame = encrypted(plainFrame(Buffer.alloc(100)))
    expect(decodeAll(new FrameDecoder(stream, 164), frame).length).toBe(1)
    expect(() => decodeAll(new FrameDecoder(stream, 163), frame)).toThrow('the limit is 163')
  })

  test('allocates no memory for an announced frame before its data arrives', () => {
    const head = Buffer.alloc(4)
    head.writeUInt32LE(0x100_0000)
    const cipher = createCipheriv('aes-256-ctr', stream.key, stream.iv)
    const before = process.memoryUsage().arrayBuffers
    const decoders = Array.from({ length: 100 }, () => new FrameDecoder(stream))
    const start = cipher.update(Buffer.concat([head, Buffer.alloc(1000)]))
    for (const decoder of decoders) for (const byte of start) decoder.push(Buffer.of(byte), () => {})
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(0x100_0000)
  })
})
