import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import { foldTraces, otherActions } from '../../../../src-renderer/actions/foldTraces.ts'
import { askWholePage, type PageRequest, readLatest } from '../../../../src-renderer/api/actionPages.ts'
import { at, madeAction } from '../actions/madeAction.ts'

function actionsOf(trace: string, lt: number, count: number): Action[] {
  return Array.from({ length: count }, (_, i) =>
    madeAction(
      'ton_transfer',
      { source: at('A'), destination: at('B'), value: '1' },
      {
        trace_id: trace,
        trace_external_hash_norm: trace,
        action_id: `${trace} ${i}`,
        trace_end_lt: String(lt),
        end_lt: String(lt),
      },
    ),
  )
}

/** All actions of a network, newest trace first. */
let served: Action[] = []
let limits: number[] = []

/** Answers as `/api/v3/actions` does, from `served`. */
function ask({ limit, offset = 0, end_lt: end }: PageRequest) {
  limits.push(limit)
  const all = served.filter(({ trace_end_lt }) => end === undefined || BigInt(trace_end_lt) <= BigInt(end))
  return Promise.resolve({
    result: { actions: all.slice(offset, offset + limit), address_book: {}, metadata: {} },
  })
}

beforeEach(() => {
  limits = []
})

async function latest(earlier: readonly Action[] = []): Promise<readonly Action[]> {
  const { signal } = new AbortController()
  return (await readLatest(ask, earlier, { min: 10, max: 12 }, (traces) => traces, signal)).actions
}

describe('the latest actions', () => {
  const small = Array.from({ length: 20 }, (_, i) => actionsOf(`small ${i}`, 500 - i, 1)).flat()

  it('have all actions of a trace that is larger than a page', async () => {
    for (const before of [0, 9]) {
      served = [...small.slice(0, before), ...actionsOf('large', 481, 250), ...small.slice(before + 20)]
      served = [...served, ...Array.from({ length: 12 }, (_, i) => actionsOf(`old ${i}`, 100 - i, 1)).flat()]
      const actions = await latest()
      const large = foldTraces(actions).find(({ key }) => key === 'large')
      expect(large && otherActions(large)).toBe(249)
    }
  })

  it('are not read again where an earlier list has the whole trace', async () => {
    served = [...actionsOf('large', 600, 250), ...small]
    const earlier = await latest()
    limits = []
    const actions = await latest(earlier)
    expect(limits).toEqual([60])
    expect(foldTraces(actions).map(otherActions).slice(0, 2)).toEqual([249, 0])
  })

  it('are read again where a large trace has grown', async () => {
    served = [...actionsOf('large', 600, 250), ...small]
    const earlier = await latest()
    served = [...actionsOf('large', 700, 300), ...small]
    const actions = await latest(earlier)
    expect(foldTraces(actions).map(otherActions)[0]).toBe(299)
  })
})

describe('a page of the actions of an account', () => {
  it('has a trace larger than a page whole, on one page only', async () => {
    served = [...actionsOf('large', 600, 250), ...actionsOf('next', 500, 2)]
    const first = await askWholePage(ask, { account: at('A') }, undefined, new AbortController().signal)
    expect(foldTraces(first.actions).map(otherActions)).toEqual([249, 1])
    expect(first.next).toBeUndefined()
  })
})
