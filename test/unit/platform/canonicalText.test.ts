import { describe, expect, it } from 'vitest'
import { canonicalText } from '../../../src-main/platform/canonicalText.ts'

describe('canonicalText', () => {
  it('is the same for equal values', () => {
    const values = () => ({
      hash: Buffer.from('00ff', 'hex'),
      lt: 5n,
      seqno: undefined,
      stack: [['num', '1']],
    })
    expect(canonicalText(values())).toBe(canonicalText({ ...values(), hash: new Uint8Array([0, 255]) }))
    expect(canonicalText(values())).toBe('{"hash":x00ff,"lt":5n,"seqno":undefined,"stack":[["num","1"]]}')
  })

  it('differs for different values that look alike', () => {
    const alike = [
      1,
      1n,
      '1',
      '1n',
      'x00',
      new Uint8Array(1),
      null,
      undefined,
      'null',
      'undefined',
      true,
      'true',
      [],
      {},
      [[]],
      ['1,2'],
      ['1', '2'],
      [1, 2],
      { 0: 1 },
      ['","'],
      { 'a":1,"b': 1 },
      { a: 1, b: 1 },
      -1,
    ]
    expect(new Set(alike.map(canonicalText)).size).toBe(alike.length)
  })
})
