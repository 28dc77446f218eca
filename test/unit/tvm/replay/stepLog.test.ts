import { describe, expect, it } from 'vitest'
import { splitStackText } from '#shared/ton/stackText.ts'
import { registersOf, replaySteps } from '../../../../src-main/tvm/replay/replaySteps.ts'
import { parseStepLog } from '../../../../src-main/tvm/replay/stepLog.ts'

const HASH = '84DAFA449F98A6987789BA232358072BC0F76DC4524002A5D0918B9A75D2D599'

function log(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

const ACCEPTING = log(
  'stack: [ 5 C{F7D518} ] ',
  `code cell hash: ${HASH} offset: 0`,
  'execute DUP',
  'gas remaining: 9982',
  'stack: [ 5 C{F7D518} C{F7D518} ] ',
  `code cell hash: ${HASH} offset: 8`,
  'execute ACCEPT',
  'changing gas limit to 1000000',
  'gas remaining: 999956',
  'stack: [ 5 C{F7D518} C{F7D518} ] ',
  `code cell hash: ${HASH} offset: 24`,
  'execute POP c4',
  'gas remaining: 999930',
  'stack: [ 5 C{F7D518} ] ',
  'execute implicit RET',
  'gas remaining: 999925',
)

describe('the log of a run', () => {
  it('has steps with the place, the gas and the stack of each', () => {
    const parsed = replaySteps(parseStepLog(ACCEPTING), { gasBase: 10_000, gasUsed: 75, vmSteps: 4 })
    expect(parsed.steps).toEqual([
      { text: 'DUP', cell: HASH.toLowerCase(), offset: 0, gas: 18, gas_left: 9982, stack: [0, 1] },
      { text: 'ACCEPT', cell: HASH.toLowerCase(), offset: 8, gas: 26, gas_left: 999_956, stack: [0, 1, 1] },
      { text: 'POP c4', cell: HASH.toLowerCase(), offset: 24, gas: 26, gas_left: 999_930, stack: [0, 1, 1] },
      { text: 'implicit RET', gas: 5, gas_left: 999_925, stack: [0, 1] },
    ])
    expect(parsed).toMatchObject({ values: ['5', 'C{F7D518}'], lost: 0, threw: null })
  })

  it('tells which value a step gave to register c4', () => {
    const parsed = replaySteps(parseStepLog(ACCEPTING), { gasBase: 10_000, gasUsed: 75, vmSteps: 4 })
    expect(registersOf(parsed)).toEqual([{ step: 2, name: 'c4', value: 'C{F7D518}' }])
  })

  it('marks the step that ended the run with an exception', () => {
    const thrown = log(
      'stack: [ 0 ] ',
      `code cell hash: ${HASH} offset: 0`,
      'execute THROWIFNOT 706',
      'default exception handler, terminating vm with exit code 706',
    )
    const parsed = replaySteps(parseStepLog(thrown), { gasBase: 1000, gasUsed: 84, vmSteps: 1 })
    expect(parsed.threw).toBe(0)
    expect(parsed.steps[0]).toMatchObject({ gas: 84, error: { code: 706 } })
  })

  it('counts the steps that the log has lost', () => {
    const parsed = replaySteps(parseStepLog(ACCEPTING), { gasBase: 10_000, gasUsed: 400, vmSteps: 30 })
    expect(parsed.lost).toBe(26)
    // What the first step used is not known without the one before.
    expect(parsed.steps[0]?.gas).toBe(0)
  })

  it('splits a stack at the spaces outside of brackets', () => {
    const text = 'stack: [ 1 (null) (1 (2 3) [ 4 ]) CS{Cell{00} bits: 0..8; refs: 0..1} NaN ] '
    expect(splitStackText(text, text.indexOf('[') + 1)).toEqual([
      '1',
      '(null)',
      '(1 (2 3) [ 4 ])',
      'CS{Cell{00} bits: 0..8; refs: 0..1}',
      'NaN',
    ])
  })
})
