import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { buildTrace, type TraceModel, type TraceStep } from '../../../../src-renderer/decode/traceModel.ts'
import { MIN_CHAIN } from '../../../../src-renderer/routes/trace/foldChains.ts'
import type { GraphItem } from '../../../../src-renderer/routes/trace/graphItem.ts'
import {
  allItems,
  graphItems,
  MANY_EQUAL,
  SOME_EQUAL,
} from '../../../../src-renderer/routes/trace/graphItems.ts'
import { accountOf, bouncedTrace, madeMessage, madeTransaction } from './madeTrace.ts'

const NOTHING_OPEN = { opened: new Set<string>(), selected: undefined }

/** A first step with a chain of `chain` steps and a fan of `fan` leaves. */
function largeTrace(chain: number, fan: number): TraceModel {
  const links = Array.from({ length: chain }, (_, i) => madeMessage({ number: i }))
  const leaves = Array.from({ length: fan }, (_, i) => madeMessage({ number: 5000 + i, value: '10' }))
  const transactions: TransactionJson[] = [
    madeTransaction({ number: 1, out_msgs: [...links.slice(0, 1), ...leaves] }),
    ...links.map((message, i) =>
      madeTransaction({ number: 2 + i, in_msg: message, out_msgs: links.slice(i + 1, i + 2) }),
    ),
    ...leaves.map((message, i) => madeTransaction({ number: 4500 + i, in_msg: message })),
  ]
  return buildTrace(transactions, {})
}

function stepsIn(items: readonly GraphItem[]): readonly TraceStep[] {
  return items.flatMap((item) => (item.kind === 'step' || item.kind === 'chain' ? item.steps : []))
}

function foldsIn(items: readonly GraphItem[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === 'chain') return [`+${item.steps.length}`]
    return item.kind === 'step' && item.fold !== undefined ? [`×${item.steps.length}`] : []
  })
}

describe('graphItems', () => {
  it('draws a small trace completely from its origin, unmatched messages included', () => {
    const items = allItems(graphItems(buildTrace(bouncedTrace(), {}), NOTHING_OPEN))
    expect(items.map(({ kind }) => kind)).toEqual([
      'origin',
      'step',
      'step',
      'step',
      'unmatched',
      'unmatched',
    ])
  })

  it('draws a stub for the messages that a step did not send', () => {
    const sent = madeMessage({ number: 1 })
    const model = buildTrace(
      [
        madeTransaction({ number: 10, out_msgs: [sent], skipped: 3 }),
        madeTransaction({ number: 20, in_msg: sent, skipped: 1 }),
      ],
      {},
    )
    const stubs = allItems(graphItems(model, NOTHING_OPEN)).flatMap((item) =>
      item.kind === 'unsent' ? [item.count] : [],
    )
    expect(stubs).toEqual([1, 3])
  })

  it.each([
    ['a chain', 200, 0, ['+197']],
    ['a fan', 0, 200, ['×200']],
    ['both', 100, 100, ['+96', '×100']],
    ['a chain of 4,000', 4_000, 0, ['+3997']],
  ])('folds %s, and has every step once, drawn or folded', (_, chain, fan, folds) => {
    const model = largeTrace(chain, fan)
    const items = allItems(graphItems(model, NOTHING_OPEN))
    expect(foldsIn(items)).toEqual(folds)
    const steps = stepsIn(items)
    expect(steps).toHaveLength(model.steps.length)
    expect(new Set(steps)).toEqual(new Set(model.steps))
  })

  it.each([
    ['with few equal branches', largeTrace(0, MANY_EQUAL - 1)],
    ['with a short chain', largeTrace(MIN_CHAIN + 2, 0)],
  ])('folds nothing in a trace %s', (_, model) => {
    expect(foldsIn(allItems(graphItems(model, NOTHING_OPEN)))).toEqual([])
  })

  it('folds fewer equal branches in a trace that is too large to be seen at once', () => {
    expect(foldsIn(allItems(graphItems(largeTrace(30, SOME_EQUAL), NOTHING_OPEN)))).toContain('×5')
    expect(foldsIn(allItems(graphItems(largeTrace(30, SOME_EQUAL - 1), NOTHING_OPEN)))).toEqual(['+26'])
  })

  it('opens a fold in place', () => {
    const model = largeTrace(20, 20)
    const folded = allItems(graphItems(model, NOTHING_OPEN))
    for (const item of folded) {
      if (item.kind !== 'chain' && (item.kind !== 'step' || item.fold === undefined)) continue
      const opened = new Set([item.fold ?? ''])
      const items = allItems(graphItems(model, { opened, selected: undefined }))
      expect(foldsIn(items)).toHaveLength(1)
      expect(items.length).toBe(folded.length + item.steps.length - 1)
    }
  })

  it('never folds the selected step', () => {
    const model = largeTrace(40, 40)
    for (const selected of model.steps) {
      const items = allItems(graphItems(model, { opened: new Set(), selected }))
      const drawn = items.filter((item) => item.kind === 'step' && item.fold === undefined)
      expect(stepsIn(drawn)).toContain(selected)
      expect(stepsIn(items)).toHaveLength(model.steps.length)
    }
  })

  it('draws a failed step of a chain', () => {
    const links = Array.from({ length: 30 }, (_, i) => madeMessage({ number: i }))
    const chain = links.map((message, i) =>
      madeTransaction({
        number: 2 + i,
        in_msg: message,
        out_msgs: links.slice(i + 1, i + 2),
        exit: i === 14 ? 35 : 0,
      }),
    )
    const model = buildTrace([madeTransaction({ number: 1, out_msgs: links.slice(0, 1) }), ...chain], {})
    expect(foldsIn(allItems(graphItems(model, NOTHING_OPEN)))).toEqual(['+13', '+13'])
  })

  it('folds equal branches with all that followed, and keeps apart what differs', () => {
    const orders = Array.from({ length: 13 }, (_, i) =>
      madeMessage({ number: i, destination: accountOf('B'), value: '3' }),
    )
    const answers = orders.map((_, i) => madeMessage({ number: 100 + i, source: accountOf('B') }))
    const model = buildTrace(
      [
        madeTransaction({ number: 1, out_msgs: orders }),
        ...orders.map((message, i) =>
          madeTransaction({
            number: 20 + i,
            account: accountOf('B'),
            in_msg: message,
            // The last one sends nothing back.
            out_msgs: i < 12 ? answers.slice(i, i + 1) : [],
          }),
        ),
        ...answers.slice(0, 12).map((message, i) => madeTransaction({ number: 100 + i, in_msg: message })),
      ],
      {},
    )
    const items = allItems(graphItems(model, NOTHING_OPEN))
    expect(
      items.flatMap((item) =>
        item.kind === 'step' ? [`${item.step.account.letter} ${item.steps.length}`] : [],
      ),
    ).toEqual(['A 1', 'B 12', 'A 12', 'B 1'])
    const [, , fold, below] = items
    expect(fold?.kind === 'step' && below?.kind === 'step' && fold.fold === below.fold).toBe(true)
  })

  it('counts transfers with different comments as equal', () => {
    const comments = Array.from({ length: 10 }, (_, i) => {
      const body = beginCell().storeUint(0, 32).storeStringTail(`invoice ${i}`).endCell()
      const decoded = { '@type': 'text_comment', comment: `invoice ${i}` }
      return madeMessage({
        number: i,
        message_content: { hash: '', body: body.toBoc().toString('base64'), decoded },
      })
    })
    const model = buildTrace(
      [
        madeTransaction({ number: 1, out_msgs: comments }),
        ...comments.map((message, i) => madeTransaction({ number: 10 + i, in_msg: message })),
      ],
      {},
    )
    expect(foldsIn(allItems(graphItems(model, NOTHING_OPEN)))).toEqual(['×10'])
  })
})
