import { describe, expect, it } from 'vitest'
import { ACTIONS_PER_PAGE, completeTraces } from '../../../../src-renderer/actions/completeTraces.ts'
import { madeAction } from './madeAction.ts'

/** Actions of a trace that ends at an lt. */
function actionsOf(trace: string, lt: number, count: number) {
  return Array.from({ length: count }, (_, i) =>
    madeAction('ton_transfer', {}, { trace_id: trace, action_id: `${trace} ${i}`, trace_end_lt: String(lt) }),
  )
}

describe('a page of actions', () => {
  it('is the last one where it is not full', () => {
    const actions = actionsOf('a', 9, 3)
    expect(completeTraces(actions, undefined)).toEqual({ actions, next: undefined })
  })

  it('leaves the trace that its end cut to the next page', () => {
    const [first, last] = [actionsOf('a', 9, 60), actionsOf('b', 7, ACTIONS_PER_PAGE - 60)]
    expect(completeTraces([...first, ...last], undefined)).toEqual({
      actions: first,
      next: { at: '9', skip: 60 },
    })
  })

  it('skips all traces that end at the same time', () => {
    const [first, second] = [actionsOf('a', 9, 40), actionsOf('b', 9, 40)]
    const rest = actionsOf('c', 9, ACTIONS_PER_PAGE - 80)
    expect(completeTraces([...first, ...second, ...rest], { at: '9', skip: 5 }).next).toEqual({
      at: '9',
      skip: 85,
    })
  })

  it('cuts a trace that is larger than a page', () => {
    const large = actionsOf('a', 9, ACTIONS_PER_PAGE)
    expect(completeTraces(large, { at: '9', skip: 100 })).toEqual({
      actions: large,
      next: { at: '9', skip: 200 },
    })
  })
})
