import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import type { StackEntityJson } from '#shared/schema/v3/legacy.ts'
import { stackEntity, standardParameter } from '../../../../src-main/api/v3/stackForms.ts'

const BOC = 'te6cckEBAQEAAgAAAEysuc0='
const number = (text: string) =>
  ({ '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: text } }) as const
const cell = { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: BOC } } as const
const slice = { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: BOC } } as const

describe('stacks in the form of v3 (compatibility-v3 §13.1)', () => {
  it.each<[StackEntityJson, StackEntryJson]>([
    [{ type: 'num', value: '0x2a' }, number('42')],
    [{ type: 'num', value: '-0x1' }, number('-1')],
    [{ type: 'num', value: `0x${'f'.repeat(64)}` }, number((2n ** 256n - 1n).toString())],
    [{ type: 'cell', value: BOC }, cell],
    [{ type: 'slice', value: BOC }, slice],
    [
      {
        type: 'tuple',
        value: [
          { type: 'num', value: '0x1' },
          { type: 'list', value: [] },
        ],
      },
      {
        '@type': 'tvm.stackEntryTuple',
        tuple: {
          '@type': 'tvm.tuple',
          elements: [
            number('1'),
            { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } },
          ],
        },
      },
    ],
  ])('convert %j to the form of v2 and back', (entity, entry) => {
    expect(standardParameter(entity as unknown as JsonValue)).toEqual(entry)
    expect(stackEntity(entry)).toEqual(entity)
  })

  it('are read from decimal numbers too', () => {
    expect(standardParameter({ type: 'num', value: '-12' })).toEqual(number('-12'))
  })

  it.each<[JsonValue, number, string]>([
    [{ type: 'xyz', value: '1' }, 500, 'unsupported stack parameter type: xyz'],
    [{ value: '1' }, 500, 'unsupported stack parameter type: '],
    [{ type: null, value: '1' }, 500, 'unsupported stack parameter type: '],
    [{ type: 1, value: '1' }, 422, 'type of a stack parameter must be a string'],
    [{ type: {}, value: '1' }, 422, 'type of a stack parameter must be a string'],
    [{ type: 'num', value: 1 }, 500, 'value of a stack parameter of type num must be a string'],
    [{ type: 'tuple', value: '1' }, 500, 'value of a stack parameter of type tuple must be an array'],
    [{ type: 'list', value: [7] }, 422, 'a stack parameter must be an object'],
    [['num', '1'], 422, 'a stack parameter must be an object'],
    [null, 422, 'a stack parameter must be an object'],
  ])('refuse the argument %j with %d', (entry, status, text) => {
    expect(() => standardParameter(entry)).toThrow(expect.objectContaining({ status, message: text }))
  })

  it('have no form for a continuation', () => {
    expect(() => stackEntity({ '@type': 'tvm.stackEntryUnsupported' })).toThrow(
      expect.objectContaining({ status: 501 }),
    )
  })
})
