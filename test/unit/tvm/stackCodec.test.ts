import { type Builder, beginCell, Cell, serializeTuple, type TupleItem } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStack, stackCell } from '../../../src-main/tvm/stackCodec.ts'
import { MAX_STACK_ENTRIES, StackError, type StackValue } from '../../../src-main/tvm/stackValue.ts'

const EMPTY = beginCell().endCell()
const WORD = beginCell().storeUint(0xabc, 12).storeRef(EMPTY).endCell()

const cell = fc.tuple(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), fc.boolean()).map(([bits, hasRef]) => {
  const builder = beginCell().storeUint(bits, 64)
  return (hasRef ? builder.storeRef(WORD) : builder).endCell()
})

const leaf: fc.Arbitrary<StackValue> = fc.oneof(
  fc.constant<StackValue>({ type: 'null' }),
  fc.constant<StackValue>({ type: 'nan' }),
  fc
    .bigInt({ min: -(1n << 256n), max: (1n << 256n) - 1n })
    .map((value): StackValue => ({ type: 'int', value })),
  fc.bigInt({ min: -100n, max: 100n }).map((value): StackValue => ({ type: 'int', value })),
  cell.map((value): StackValue => ({ type: 'cell', cell: value })),
  cell.map((value): StackValue => ({ type: 'slice', cell: value })),
  cell.map((value): StackValue => ({ type: 'builder', cell: value })),
)
const { value: stackValue } = fc.letrec<{ value: StackValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('value'), { maxLength: 6 })
        .map((items): StackValue => ({ type: 'tuple', items })),
    },
  ),
}))

/** Equal when printed alike, cells by hash. */
function plain(value: StackValue): unknown {
  if ('cell' in value) return [value.type, value.cell.hash().toString('hex')]
  if (value.type === 'tuple') return value.items.map(plain)
  return value.type === 'int' ? value.value.toString() : value.type
}

function coreItem(value: StackValue): TupleItem {
  switch (value.type) {
    case 'tuple':
      return { type: 'tuple', items: value.items.map(coreItem) }
    case 'continuation':
      throw new Error('not of @ton/core')
    default:
      return value
  }
}

describe('the codec of a TVM stack', () => {
  it('reads the values that it writes', () => {
    fc.assert(
      fc.property(fc.array(stackValue, { maxLength: 8 }), (stack) => {
        expect(parseStack(stackCell(stack)).map(plain)).toEqual(stack.map(plain))
      }),
    )
  })

  it('writes the same cells as @ton/core', () => {
    fc.assert(
      fc.property(fc.array(stackValue, { maxLength: 8 }), (stack) => {
        expect(stackCell(stack).hash()).toEqual(serializeTuple(stack.map(coreItem)).hash())
      }),
    )
  })

  it('reads a slice as the rest of its cell', () => {
    const part = beginCell().storeUint(1, 24).storeRef(EMPTY).storeUint(4, 8).storeRef(WORD)
    const stack = part.storeUint(4, 10).storeUint(8, 10).storeUint(0, 3).storeUint(1, 3).endCell()
    const left = beginCell().storeUint(0xb, 4).storeRef(EMPTY).endCell()
    expect(parseStack(stack).map(plain)).toEqual([['slice', left.hash().toString('hex')]])
  })

  it.each<[string, (list: Builder) => Builder, StackValue]>([
    [
      'a small number as int257, as tonutils and tongo write it',
      (list) => list.storeUint(0x0200 >> 1, 15).storeInt(-(1n << 63n), 257),
      { type: 'int', value: -(1n << 63n) },
    ],
    [
      'a slice without its first bits',
      (list) => list.storeUint(4, 8).storeRef(WORD).storeUint(4, 10).storeUint(8, 10).storeUint(0, 6),
      { type: 'slice', cell: beginCell().storeUint(0xb, 4).endCell() },
    ],
    ['a number that is none', (list) => list.storeUint(0x02ff, 16), { type: 'nan' }],
  ])('reads %s', (_, write, value) => {
    const stack = write(beginCell().storeUint(1, 24).storeRef(EMPTY)).endCell()
    expect(parseStack(stack).map(plain)).toEqual([plain(value)])
  })

  it.each<[string, (list: Builder) => Builder]>([
    ['bits after the value', (list) => list.storeUint(0, 8).storeBit(1)],
    ['a reference after the value', (list) => list.storeUint(0, 8).storeRef(EMPTY)],
    ['an integer with a wrong prefix', (list) => list.storeUint(0x0202 >> 1, 15).storeInt(1, 257)],
    [
      'a slice that begins behind its end',
      (list) => list.storeUint(4, 8).storeRef(WORD).storeUint(5, 10).storeUint(4, 10).storeUint(0, 6),
    ],
    [
      'a slice that ends behind its cell',
      (list) => list.storeUint(4, 8).storeRef(WORD).storeUint(0, 10).storeUint(1000, 10).storeUint(0, 6),
    ],
    [
      'a slice with references that its cell has not',
      (list) => list.storeUint(4, 8).storeRef(WORD).storeUint(0, 10).storeUint(8, 10).storeUint(2, 6),
    ],
    [
      'a tuple of one with two references',
      (list) => list.storeUint(7, 8).storeUint(1, 16).storeRef(EMPTY).storeRef(EMPTY),
    ],
  ])('rejects %s', (_, write) => {
    const stack = write(beginCell().storeUint(1, 24).storeRef(EMPTY)).endCell()
    expect(() => parseStack(stack)).toThrow(StackError)
  })

  it('rejects a list whose end is not empty', () => {
    const stack = beginCell().storeUint(1, 24).storeRef(WORD).storeUint(0, 8).endCell()
    expect(() => parseStack(stack)).toThrow(StackError)
  })

  it('keeps a continuation unchanged', () => {
    const list = beginCell().storeUint(1, 24).storeRef(EMPTY).storeUint(6, 8).storeUint(0x5a, 8).endCell()
    const stack = parseStack(list)
    expect(stack).toMatchObject([{ type: 'continuation' }])
    expect(stackCell(stack).hash()).toEqual(list.hash())
  })

  it('rejects a stack beyond the limits', () => {
    const many = Array.from({ length: MAX_STACK_ENTRIES + 1 }, (): StackValue => ({ type: 'null' }))
    expect(() => stackCell(many)).toThrow('TVM stack size exceeds limit')
    let deep: StackValue = { type: 'null' }
    for (let i = 0; i < 1_100; i++) deep = { type: 'tuple', items: [deep] }
    expect(() => stackCell([deep])).toThrow('TVM stack depth exceeds limit')
    expect(() => stackCell([{ type: 'int', value: 1n << 256n }])).toThrow(StackError)
  })

  it('throws only StackError for cells that are not a stack', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.integer({ min: 0, max: 4 }), (bytes, refs) => {
        const builder = beginCell().storeBuffer(Buffer.from(bytes))
        for (let i = 0; i < refs; i++) builder.storeRef(i % 2 === 0 ? WORD : EMPTY)
        try {
          parseStack(builder.endCell())
        } catch (error) {
          expect(error).toBeInstanceOf(StackError)
        }
      }),
    )
    expect(() => parseStack(Cell.EMPTY)).toThrow(StackError)
  })
})
