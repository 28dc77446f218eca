import { Address, BitReader, BitString, beginCell, type Slice } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asReader, FastReader } from '../../../../src-main/chain/cells/fastReader.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'

/** The two readers over the same bits, which begin at a byte of a larger buffer. */
function pair(data: Uint8Array, start: number, bitLength: number): [BitReader, BitReader] {
  const source = Buffer.concat([Buffer.alloc(start, 0x55), data, Buffer.alloc(2, 0xaa)])
  const bits = new BitString(source, start * 8, bitLength)
  return [asReader(new FastReader({ source, start, bitLength, bits })), new BitReader(bits)]
}

const widths = fc.oneof(fc.nat(10), fc.nat(80), fc.nat(300), fc.constantFrom(32, 52, 53, 54, 63, 64, 65, 256))

type Call = readonly [method: keyof BitReader, argument?: number]

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(
    fc.constantFrom<keyof BitReader>(
      'skip',
      'loadBits',
      'preloadBits',
      'loadUint',
      'loadUintBig',
      'preloadUint',
      'preloadUintBig',
      'loadInt',
      'loadIntBig',
      'preloadInt',
      'preloadIntBig',
    ),
    widths,
  ),
  fc.tuple(fc.constantFrom<keyof BitReader>('loadBuffer', 'preloadBuffer'), fc.nat(40)),
  fc.tuple(
    fc.constantFrom<keyof BitReader>(
      'loadVarUint',
      'loadVarUintBig',
      'preloadVarUint',
      'preloadVarUintBig',
      'loadVarInt',
      'loadVarIntBig',
      'preloadVarInt',
      'preloadVarIntBig',
    ),
    fc.integer({ min: 1, max: 5 }),
  ),
  fc.tuple(
    fc.constantFrom<keyof BitReader>(
      'loadBit',
      'preloadBit',
      'loadCoins',
      'preloadCoins',
      'loadAddress',
      'loadMaybeAddress',
      'loadExternalAddress',
      'loadMaybeExternalAddress',
      'loadAddressAny',
      'save',
      'reset',
    ),
  ),
)

/** The result of a call: a printed value, or a failure (the tests below compare the errors). */
function outcome(reader: BitReader, [method, argument]: Call): string {
  try {
    const value = (reader[method] as (argument?: number) => unknown).call(reader, argument)
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : `${typeof value} ${value}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('FastReader', () => {
  it('returns the same values as BitReader for any sequence of calls', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 0, maxLength: 128 }),
        fc.nat(3),
        fc.nat(7),
        fc.array(call, { minLength: 1, maxLength: 12 }),
        (data, start, cut, calls) => {
          const bitLength = Math.max(0, Math.min(1023, data.length * 8 - cut))
          const [ours, theirs] = pair(data, start, bitLength)
          for (const one of calls) {
            const before = theirs.offset
            const expected = outcome(theirs, one)
            const actual = outcome(ours, one)
            const isError = /bounds|Invalid|Unsupported|safe integer/.test(expected)
            // @ton/core can have advanced before it fails, and names one number of several.
            if (isError) {
              expect(actual).toMatch(/bounds|Invalid|Unsupported|safe integer/)
              return
            }
            expect([one, before, actual]).toEqual([one, before, expected])
            expect([ours.offset, ours.remaining]).toEqual([theirs.offset, theirs.remaining])
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('clones itself at its position', () => {
    const [reader] = pair(Buffer.from('0123456789', 'hex'), 0, 40)
    reader.skip(12)
    const clone = reader.clone()
    expect(clone.loadUint(8)).toBe(0x34)
    expect(reader.loadUint(12)).toBe(0x345)
  })

  it('throws the same errors as BitReader at the end of the bits', () => {
    for (const one of [
      ['loadUint', 9],
      ['loadUintBig', 70],
      ['loadInt', 9],
      ['loadBit'],
      ['skip', 9],
    ] as Call[]) {
      const [ours, theirs] = pair(Buffer.of(255), 0, 8)
      if (one[0] === 'loadBit') for (const reader of [ours, theirs]) reader.skip(8)
      expect(outcome(ours, one)).toBe(outcome(theirs, one))
    }
  })

  it('applies an anycast prefix without touching the cell', () => {
    // addr_std$10 anycast:1 depth:5 rewrite_pfx workchain_id:int8 address:bits256, the address at a byte boundary.
    const cell = beginCell()
      .storeUint(0b101, 3)
      .storeUint(8, 5)
      .storeUint(0xab, 8)
      .storeInt(0, 8)
      .storeBuffer(Buffer.alloc(32, 0x11))
      .endCell()
    const source = Buffer.from(cell.bits.subbuffer(0, 280)!)
    const before = source.toString('hex')
    const reader = asReader(new FastReader({ source, start: 0, bitLength: 280, bits: cell.bits }))
    const rewritten = Buffer.concat([Buffer.of(0xab), Buffer.alloc(31, 0x11)])
    expect(reader.loadAddress().equals(new Address(0, rewritten))).toBe(true)
    expect(reader.remaining).toBe(0)
    expect(source.toString('hex')).toBe(before)
  })
})

describe('the slice of a raw cell', () => {
  const theirs = beginCell()
    .storeUint(5, 3)
    .storeUint(123456789, 40)
    .storeRef(beginCell().storeUint(1, 8).endCell())
    .storeRef(beginCell().storeUint(2, 8).endCell())
    .endCell()

  it('returns the original cell before reading, and a new cell of the rest afterwards', () => {
    const cell = parse()
    const slice = cell.beginParse()
    expect(slice.asCell()).toBe(cell)
    const expected = theirs.beginParse()
    for (const each of [slice, expected]) {
      each.skip(3)
      each.loadRef()
    }
    expect(slice.asCell().equals(expected.asCell())).toBe(true)
    expect(slice.asCell().toString()).toBe(expected.asCell().toString())
    slice.skip(40)
    slice.loadRef()
    expect(slice.asCell().toString()).toBe('x{}')
    slice.endParse()
  })

  it('clones itself at its position and from the start', () => {
    const slice = parse().beginParse()
    slice.skip(3)
    slice.loadRef()
    const state = (each: Slice) => [each.offsetBits, each.offsetRefs, each.remainingBits, each.remainingRefs]
    expect(state(slice.clone())).toEqual([3, 1, 40, 1])
    expect(state(slice.clone(true))).toEqual([0, 0, 43, 2])
    expect(state(slice)).toEqual([3, 1, 40, 1])
  })

  it('can be stored in a builder', () => {
    const slice = parse().beginParse().skip(3)
    expect(beginCell().storeSlice(slice).endCell().equals(theirs.beginParse().skip(3).asCell())).toBe(true)
  })

  function parse() {
    return parseBocRoot(theirs.toBoc())
  }
})
