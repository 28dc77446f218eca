import { describe, expect, it } from 'vitest'
import { provingLines } from '../../../src-main/cli/provingLines.ts'

describe('provingLines', () => {
  it('prints a line every two seconds and one at the end', () => {
    const lines: string[] = []
    let now = 0
    const onProving = provingLines(
      (line) => lines.push(line),
      () => now,
    )
    for (let proved = 1; proved <= 1_400; proved++) {
      onProving({ proved, expected: 1_400, seqno: proved * 10 })
      now += 10
    }
    onProving(undefined)
    onProving(undefined)
    expect(lines).toEqual([
      'Proving key block 2 of about 1,400',
      'Proving key block 202 of about 1,400',
      'Proving key block 402 of about 1,400',
      'Proving key block 602 of about 1,400',
      'Proving key block 802 of about 1,400',
      'Proving key block 1,002 of about 1,400',
      'Proving key block 1,202 of about 1,400',
      'Proved 1,400 key blocks, the last at seqno 14000, in 14.0 s',
    ])
  })
})
