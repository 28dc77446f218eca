import { describe, expect, expectTypeOf, test } from 'vitest'
import type { TlCodec } from '../../../../src-main/liteserver/tl/codec.ts'
import { bytes, int, nat } from '../../../../src-main/liteserver/tl/codec.ts'
import { optional, tlConstructor, trueBit, union } from '../../../../src-main/liteserver/tl/combinator.ts'
import type { BlockLink, SignatureSet } from '../../../../src-main/liteserver/tl/proofs.ts'
import { TlReader } from '../../../../src-main/liteserver/tl/reader.ts'
import { TlWriter } from '../../../../src-main/liteserver/tl/writer.ts'

const page = tlConstructor(
  'test.page mode:# size:int proof:mode.0?bytes reverse_order:mode.6?true = test.Page',
  {
    mode: nat,
    size: int,
    proof: optional(0, bytes),
    reverseOrder: trueBit(6),
  },
)

function encode<T>(codec: TlCodec<T>, value: T): string {
  const writer = new TlWriter()
  codec.write(writer, value)
  return writer.build().toString('hex')
}

function decode<T>(codec: TlCodec<T>, hex: string): T {
  return codec.read(new TlReader(Buffer.from(hex, 'hex')))
}

describe('tlConstructor', () => {
  test('writes no bytes for a field of an unset bit and reads it as absent', () => {
    expect(encode(page, { mode: 0, size: 7 })).toBe('0000000007000000')
    expect(decode(page, '0000000007000000')).toStrictEqual({ mode: 0, size: 7, reverseOrder: false })
  })

  test('writes a field of a set bit, and no bytes for `true`', () => {
    const value = { mode: 0x41, size: 7, proof: Buffer.from([9]), reverseOrder: true }
    expect(encode(page, value)).toBe('41000000' + '07000000' + '01090000')
    expect(decode(page, '410000000700000001090000')).toStrictEqual(value)
  })

  test('derives an absent `true` field from its bit', () => {
    expect(encode(page, { mode: 0x40, size: 7 })).toBe('4000000007000000')
  })

  test.each([
    ['an announced field is absent', { mode: 1, size: 7 }],
    ['a field is not announced', { mode: 0, size: 7, proof: Buffer.alloc(0) }],
    ['`true` without its bit', { mode: 0, size: 7, reverseOrder: true }],
    ['`false` against its bit', { mode: 0x40, size: 7, reverseOrder: false }],
  ])('rejects fields that contradict mode: %s', (_, value) => {
    expect(() => encode(page, value)).toThrow(expect.objectContaining({ code: 'mode_mismatch' }))
  })

  test('names a missing field', () => {
    const value = { mode: 0 } as unknown as { mode: number; size: number }
    expect(() => encode(page, value)).toThrow('test.page needs size at 4')
  })

  test.each([
    ['name', { mode: nat, length: int }],
    ['type', { mode: nat, size: nat }],
    ['order', { size: int, mode: nat }],
    ['number', { mode: nat }],
  ])('throws at load for fields that differ from the scheme line in %s', (_, fields) => {
    expect(() => tlConstructor('test.x mode:# size:int = test.X', fields)).toThrow('its scheme line says')
  })

  test('infers its type from its fields', () => {
    type Page = typeof page extends TlCodec<infer T> ? T : never
    expectTypeOf<Page>().toEqualTypeOf<{
      readonly mode: number
      readonly size: number
      readonly proof?: Buffer | undefined
      readonly reverseOrder?: boolean | undefined
    }>()
  })
})

describe('union', () => {
  const shape = union('test.Shape', {
    square: tlConstructor('test.square#00000001 side:int = test.Shape', { side: int }),
    circle: tlConstructor('test.circle#00000002 radius:int = test.Shape', { radius: int }),
  })

  test('selects the constructor by its id', () => {
    expect(encode(shape, { kind: 'circle', radius: 3 })).toBe('0200000003000000')
    expect(decode(shape, '0100000003000000')).toStrictEqual({ kind: 'square', side: 3 })
  })

  test('rejects other ids and kinds', () => {
    expect(() => decode(shape, '0300000000000000')).toThrow('Unknown constructor found 0x00000003 at 4')
    expect(() => encode(shape, { kind: 'toString' } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_value' }),
    )
  })

  test('throws at load for a constructor of another type', () => {
    const other = tlConstructor('test.other = test.Other', {})
    expect(() => union('test.Shape', { other })).toThrow('belongs to test.Other')
  })

  test('reads block links and signature sets of the scheme', () => {
    expectTypeOf<BlockLink['kind']>().toEqualTypeOf<'back' | 'forward'>()
    expectTypeOf<SignatureSet['kind']>().toEqualTypeOf<'ordinary' | 'simplex'>()
    expectTypeOf<Extract<SignatureSet, { kind: 'simplex' }>['candidate']>().toEqualTypeOf<Buffer>()
  })
})
