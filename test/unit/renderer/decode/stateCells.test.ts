import { describe, expect, it } from 'vitest'
import { namedCells } from '../../../../src-renderer/decode/stateCells.ts'
import type { StatePart, StepState } from '../../../../src-renderer/decode/stepStates.ts'

const known = (value: string): StatePart<string> => ({ kind: 'known', value })
const NONE: StatePart<string> = { kind: 'none' }
const UNKNOWN: StatePart<string> = { kind: 'unknown', reason: 'not indexed' }

function stateOf(dataHash: StatePart<string>, codeHash: StatePart<string>): StepState {
  return { balance: { kind: 'none' }, dataHash, codeHash }
}

describe('namedCells', () => {
  const kept = new Map([
    ['new', 'te6cc-new'],
    ['code', 'te6cc-code'],
  ])

  it('names the cells of both states, and those that are not kept', () => {
    const cells = namedCells(stateOf(known('old'), known('code')), stateOf(known('new'), known('code')), kept)
    expect(cells).toEqual([
      { name: 'Data before', boc: undefined },
      { name: 'Data after', boc: 'te6cc-new' },
      { name: 'Code, unchanged', boc: 'te6cc-code' },
    ])
  })

  it('leaves out missing and unknown cells', () => {
    expect(namedCells(stateOf(NONE, NONE), stateOf(UNKNOWN, known('code')), kept)).toEqual([
      { name: 'Code after', boc: 'te6cc-code' },
    ])
  })
})
