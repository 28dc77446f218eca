import { join } from 'node:path'
import { beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionType } from '../../../src-main/indexer/actions/actionType.ts'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import type { Rule } from '../../../src-main/indexer/actions/rule.ts'
import { NO_FACTS, traceOf } from '../indexer/actions/nestedTrace.ts'
import { followSteps, readSteps } from './documentSteps.ts'
import { copySources, ROOT, type SourceCopy } from './sourceCopy.ts'

const ACTIONS = 'src-main/indexer/actions'

describe('an action that is added as docs/add-an-action.md says', () => {
  let copy: SourceCopy
  let classify: typeof classifyTrace
  let lists: { readonly ACTION_TYPES: readonly ActionType[]; readonly RULES: readonly Rule[] }

  beforeAll(async () => {
    copy = copySources([ACTIONS, 'src-shared'], ['src-main/chain', 'src-main/contracts', 'src-main/store'])
    followSteps(copy.root, readSteps(join(ROOT, 'docs/add-a-contract.md')))
    followSteps(copy.root, readSteps(join(ROOT, 'docs/add-an-action.md')))
    lists = await copy.load(`${ACTIONS}/allActions.ts`)
    classify = (await copy.load<{ classifyTrace: typeof classifyTrace }>(`${ACTIONS}/classify.ts`))
      .classifyTrace
  })
  afterAll(() => copy.remove())

  const trace = traceOf({
    to: 'guest',
    sends: [
      {
        to: 'book',
        value: 50_000_000n,
        body: beginCell().storeUint(0x27d5a91b, 32).storeUint(7, 64).endCell(),
        sends: [
          {
            to: 'guest',
            value: 1n,
            body: beginCell().storeUint(0x6e02f4c8, 32).storeUint(7, 64).storeUint(3, 32).endCell(),
          },
        ],
      },
    ],
  })

  it('is classified, with what it is made of below it', () => {
    const { state, rows } = classify(trace, NO_FACTS)
    expect(state).toBe('ok')
    expect(rows.map(({ type }) => type)).toEqual(['guestbook_sign', 'call_contract', 'call_contract'])
    const [action, ...parts] = rows
    expect(action?.guestbook_sign_data).toEqual({ entry: 3 })
    for (const part of parts) expect(part.ancestor_type).toEqual(['guestbook_sign'])
  })

  it('has details for clients that ask for it', () => {
    const [action] = classify(trace, NO_FACTS).rows
    const type = lists.ACTION_TYPES.find(({ name }) => name === 'guestbook_sign')
    expect(action && type?.details?.(action)).toEqual({
      guest: action?.source,
      book: action?.destination,
      entry: 3,
    })
    expect(type?.since).toBe('named')
  })

  it('changes nothing of what is known without it', () => {
    const { rows } = classifyTrace(trace, NO_FACTS)
    expect(rows.map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })
})
