import { describe, expect, test } from 'vitest'
import type { TlCodec } from '../../../../src-main/liteserver/tl/codec.ts'
import {
  bool,
  bytes,
  int,
  int256,
  long,
  nat,
  shardPrefix,
  string,
  vector,
} from '../../../../src-main/liteserver/tl/codec.ts'
import { TlReader } from '../../../../src-main/liteserver/tl/reader.ts'
import { TlWriter } from '../../../../src-main/liteserver/tl/writer.ts'

function encode<T>(codec: TlCodec<T>, value: T): Buffer {
  const writer = new TlWriter()
  codec.write(writer, value)
  return writer.build()
}

function decode<T>(codec: TlCodec<T>, data: Buffer): T {
  const reader = new TlReader(data)
  const value = codec.read(reader)
  reader.end()
  return value
}

describe('numbers', () => {
  test.each([
    ['int', int, -1, 'ffffffff'],
    ['int', int, 0x01020304, '04030201'],
    ['#', nat, 0xffff_ffff, 'ffffffff'],
    ['long', long, -1n, 'ffffffffffffffff'],
    ['long', long, 0x0102n, '0201000000000000'],
    ['a shard as long', shardPrefix, 0x8000_0000_0000_0000n, '0000000000000080'],
  ] as const)('%s is written little-endian (case %#)', (_, codec, value, hex) => {
    const any = codec as TlCodec<unknown>
    expect(encode(any, value).toString('hex')).toBe(hex)
    expect(decode(any, Buffer.from(hex, 'hex'))).toBe(value)
  })

  test.each([
    ['int', int, 0x8000_0000],
    ['int', int, 1.5],
    ['#', nat, -1],
    ['#', nat, 2 ** 32],
    ['long', long, 2n ** 63n],
    ['long', long, 5],
    ['a shard as long', shardPrefix, -1n],
    ['int256', int256, Buffer.alloc(31)],
    ['bytes', bytes, 'text'],
    ['Bool', bool, 1],
    ['vector', vector(int), {}],
  ] as const)('%s rejects a value that does not fit (case %#)', (_, codec, value) => {
    expect(() => encode(codec as TlCodec<unknown>, value)).toThrow(
      expect.objectContaining({ name: 'TlError', code: 'invalid_value', offset: 0 }),
    )
  })
})

describe('bytes', () => {
  test('have one length byte for short data and are padded to 4', () => {
    expect(encode(bytes, Buffer.from('abcd')).toString('hex')).toBe('046162636400' + '0000')
    expect(encode(bytes, Buffer.alloc(0)).toString('hex')).toBe('00000000')
    expect(decode(bytes, Buffer.from('0461626364000000', 'hex')).toString()).toBe('abcd')
  })

  test.each([0, 1, 3, 4, 253, 254, 255, 256, 1023, 1024, 70_000, 0xff_ffff, 0x100_0000, 0x100_0003])(
    'are read as they were written, %i of them',
    (length) => {
      const data = Buffer.alloc(length, 7)
      const encoded = encode(bytes, data)

      const header = length < 254 ? 1 : length < 0x100_0000 ? 4 : 8
      expect(encoded.length).toBe(Math.ceil((header + length) / 4) * 4)
      expect(encoded[0]).toBe(header === 1 ? length : header === 4 ? 254 : 255)
      expect(decode(bytes, encoded).equals(data)).toBe(true)
    },
  )

  test('are read as a view, but a hash as a copy', () => {
    const data = encode(bytes, Buffer.alloc(40))
    expect(decode(bytes, data).buffer).toBe(data.buffer)
    const hash = Buffer.alloc(32, 1)
    const read = decode(int256, hash)
    hash.fill(2)
    expect(read.equals(Buffer.alloc(32, 1))).toBe(true)
  })

  test.each([
    ['no length', ''],
    ['data', '04616263'],
    ['padding', '0161'],
    ['three length bytes', 'fe0001'],
    ['seven length bytes', 'ff00000001'],
    ['an impossible length', 'ffffffffffffffff00000000'],
  ])('are rejected without %s', (_, hex) => {
    expect(() => decode(bytes, Buffer.from(hex, 'hex'))).toThrow(
      expect.objectContaining({ code: 'truncated' }),
    )
  })
})

test('encode a string in UTF-8', () => {
  expect(encode(string, 'тон').toString('hex')).toBe('06d182d0bed0bd00')
  expect(decode(string, Buffer.from('06d182d0bed0bd00', 'hex'))).toBe('тон')
})

test('accept exactly two constructors for Bool', () => {
  expect(encode(bool, true).toString('hex')).toBe('b5757299')
  expect(encode(bool, false).toString('hex')).toBe('379779bc')
  expect(() => decode(bool, Buffer.alloc(4))).toThrow(
    expect.objectContaining({ code: 'unknown_constructor' }),
  )
})

describe('vector', () => {
  test('writes a count and the elements', () => {
    expect(encode(vector(int), [1, -1]).toString('hex')).toBe('0200000001000000ffffffff')
    expect(decode(vector(int), Buffer.from('0200000001000000ffffffff', 'hex'))).toEqual([1, -1])
  })

  test('rejects a count beyond the data before it reads elements', () => {
    const announced = Buffer.from('ffffffff00000000', 'hex')
    expect(() => decode(vector(int256), announced)).toThrow(
      expect.objectContaining({ code: 'vector_length', offset: 4 }),
    )
  })
})

test('decoding rejects trailing bytes', () => {
  expect(() => decode(int, Buffer.alloc(5))).toThrow(expect.objectContaining({ code: 'trailing', offset: 4 }))
})
