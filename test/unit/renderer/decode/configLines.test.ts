import { describe, expect, it } from 'vitest'
import type { JsonTree } from '#shared/jsonTree.ts'
import type { ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { compareLines, configLines } from '../../../../src-renderer/decode/configLines.ts'
import { scaledText } from '../../../../src-renderer/format/scaledNumber.ts'

function param(id: number, value: JsonTree): ConfigParamJson {
  return { id, hash: '', boc: '', value }
}

describe('configLines', () => {
  it('names the objects that a field is in, and its unit', () => {
    const lines = configLines(param(22, { gas: { softLimit: 5 }, bytes: { softLimit: 7 } }))
    expect(lines).toEqual([
      { path: 'gas.softLimit', within: ['Gas'], label: 'Soft', unit: 'gas', value: 5 },
      { path: 'bytes.softLimit', within: ['Bytes'], label: 'Soft', unit: 'bytes', value: 7 },
    ])
  })

  it.each([
    { id: 24, unit: 'price16' },
    { id: 13, unit: 'nanoton' },
  ])('reads bitPrice of parameter $id as $unit', ({ id, unit }) => {
    expect(configLines(param(id, { bitPrice: '1' }))[0]?.unit).toBe(unit)
  })

  it('reads a whole parameter, sets of accounts and of parameters', () => {
    expect(configLines(param(1, 'ab'))).toMatchObject([{ label: '', unit: 'account', value: 'ab' }])
    expect(configLines(param(31, ['ab', 'cd'])).map(({ unit }) => unit)).toEqual(['account', 'account'])
    expect(
      configLines(param(44, { addresses: ['0:ab'], suspendedUntil: 5 })).map(({ unit }) => unit),
    ).toEqual(['address', 'time'])
    expect(configLines(param(10, [-71]))[0]?.unit).toBe('param')
  })

  it('has no lines for a parameter that is not decoded', () => {
    expect(configLines({ id: 99, hash: '', boc: '' })).toEqual([])
  })
})

describe('compareLines', () => {
  it('has changed, added, removed and equal lines', () => {
    const earlier = configLines(param(99, { same: 1, changed: 2, removed: 3 }))
    const now = configLines(param(99, { same: 1, changed: 5, added: 4 }))
    expect(compareLines(now, earlier).map(({ path, change, before }) => [path, change, before])).toEqual([
      ['same', 'none', undefined],
      ['changed', 'changed', 2],
      ['added', 'added', undefined],
      ['removed', 'removed', undefined],
    ])
  })
})

describe('scaledText', () => {
  it.each([
    { value: 26_214_400n, bits: 16, text: '400' },
    { value: 1n, bits: 16, text: '0.000015' },
    { value: 1n, bits: 32, text: '<0.000001' },
    { value: 0n, bits: 16, text: '0' },
    { value: 98_304n, bits: 16, text: '1.5' },
  ])('writes $value / 2^$bits as $text', ({ value, bits, text }) => {
    expect(scaledText(value, bits)).toBe(text)
  })
})
