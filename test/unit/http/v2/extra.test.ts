import { describe, expect, it } from 'vitest'
import { extraText } from '../../../../src-main/http/v2/extra.ts'

describe('extraText', () => {
  it('returns seconds, server indices and milliseconds with six significant digits', () => {
    expect(extraText(1_732_147_200_999, [3], 41.287_41)).toBe('1732147200:3:41.2874')
    expect(extraText(1_732_147_200_000, [0, 2], 1532.4)).toBe('1732147200:0,2:1532.4')
    expect(extraText(1_732_147_200_000, [], 0.051)).toBe('1732147200:_:0.051')
  })

  it('marks a cached answer', () => {
    expect(extraText(1_732_147_200_000, [], 0.051, true)).toBe('1732147200:_:0.051:c')
  })
})
