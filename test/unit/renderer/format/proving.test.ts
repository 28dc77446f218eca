import { describe, expect, it } from 'vitest'
import { formatProving } from '../../../../src-renderer/format/proving.ts'

describe('formatProving', () => {
  it('shows the current key block and their approximate number', () => {
    expect(formatProving({ proved: 811, expected: 1_400 })).toBe('Proving key block 812 of about 1,400')
    expect(formatProving({ proved: 1_399, expected: 1_400 })).toBe('Proving key block 1,400 of about 1,400')
  })

  it('leaves out an estimate that does not exist yet', () => {
    expect(formatProving({ proved: 1, expected: 1 })).toBe('Proving key block 2')
  })
})
