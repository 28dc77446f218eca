import { describe, expect, it } from 'vitest'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { buildTrace, type TraceModel } from '../../../../src-renderer/decode/traceModel.ts'
import {
  type GraphItem,
  graphItems,
  shownSteps,
  UNFOLDED,
} from '../../../../src-renderer/routes/trace/graphItems.ts'
import { elbow, layOut } from '../../../../src-renderer/routes/trace/layout.ts'
import { bouncedTrace, madeMessage, madeTransaction } from './madeTrace.ts'

/** A first step with a chain of `chain` steps and a fan of `fan` leaves. */
function largeTrace(chain: number, fan: number): TraceModel {
  const links = Array.from({ length: chain }, (_, i) => madeMessage({ number: i }))
  const leaves = Array.from({ length: fan }, (_, i) => madeMessage({ number: 5000 + i }))
  const transactions: TransactionJson[] = [
    madeTransaction({ number: 1, out_msgs: [...links.slice(0, 1), ...leaves] }),
    ...links.map((message, i) =>
      madeTransaction({ number: 2 + i, in_msg: message, out_msgs: links.slice(i + 1, i + 2) }),
    ),
    ...leaves.map((message, i) => madeTransaction({ number: 3000 + i, in_msg: message })),
  ]
  return buildTrace(transactions, {})
}

function all(item: GraphItem): GraphItem[] {
  return [item, ...item.children.flatMap(all)]
}

const none = new Set<string>()

describe('graphItems', () => {
  it('draws a small trace completely from its origin, unmatched messages included', () => {
    const model = buildTrace(bouncedTrace(), {})
    const items = all(graphItems(model, shownSteps(model, none, undefined)))
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
    const root = graphItems(model, shownSteps(model, none, undefined))
    const stubs = all(root).flatMap((item) =>
      item.kind === 'unsent' ? [[item.from.json.lt, item.count]] : [],
    )
    expect(stubs).toEqual([
      ['20', 1],
      ['10', 3],
    ])
    expect(layOut(root).items).toHaveLength(5)
  })

  it.each([
    ['a chain', 200, 0],
    ['a fan', 0, 200],
    ['both', 100, 100],
  ])('folds %s, and counts every step either drawn or folded', (_, chain, fan) => {
    const model = largeTrace(chain, fan)
    const items = all(graphItems(model, shownSteps(model, none, undefined)))
    const drawn = items.filter(({ kind }) => kind === 'step').length
    const folded = items.reduce((sum, item) => sum + (item.kind === 'fold' ? item.count : 0), 0)
    expect(drawn).toBe(UNFOLDED)
    expect(drawn + folded).toBe(model.steps.length)
  })

  it('opens a fold step by step, and the path to the selection', () => {
    const model = largeTrace(200, 0)
    const last = model.steps.at(-1)
    const firstFold = all(graphItems(model, shownSteps(model, none, undefined))).find(
      ({ kind }) => kind === 'fold',
    )
    const opened = new Set(firstFold?.kind === 'fold' ? [firstFold.from.hash] : [])
    expect(shownSteps(model, opened, undefined).size).toBe(UNFOLDED + 30)
    expect(shownSteps(model, none, last).size).toBe(model.steps.length)
  })
})

describe('layOut', () => {
  it('places later nodes to the right and no two nodes at one position', () => {
    const model = largeTrace(5, 20)
    const { items, bounds } = layOut(graphItems(model, shownSteps(model, none, undefined)))
    for (const { x, y, parent } of items) {
      expect(x).toBeGreaterThan(parent?.x ?? Number.NEGATIVE_INFINITY)
      expect(x).toBeLessThan(bounds.x + bounds.width)
      expect(y).toBeLessThan(bounds.y + bounds.height)
    }
    expect(new Set(items.map(({ x, y }) => `${x} ${y}`)).size).toBe(items.length)
  })

  it.each([
    ['straight', { x: 0, y: 0 }, { x: 50, y: 0 }, 'M0 0H50'],
    ['down', { x: 0, y: 0 }, { x: 90, y: 40 }, 'M0 0H16Q26 0 26 10V30Q26 40 36 40H90'],
    ['up', { x: 0, y: 40 }, { x: 90, y: 0 }, 'M0 40H16Q26 40 26 30V10Q26 0 36 0H90'],
  ])('an edge that goes %s', (_, from, to, path) => {
    expect(elbow(from, to, 26)).toBe(path)
  })
})
