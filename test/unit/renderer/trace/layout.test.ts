import { describe, expect, it } from 'vitest'
import { buildTrace, type TraceModel } from '../../../../src-renderer/decode/traceModel.ts'
import { edgeLabelOf, labelWidth } from '../../../../src-renderer/routes/trace/edgeLabel.ts'
import { elbow, turnBack } from '../../../../src-renderer/routes/trace/elbow.ts'
import { fitView, READABLE } from '../../../../src-renderer/routes/trace/fitView.ts'
import { allItems, graphItems } from '../../../../src-renderer/routes/trace/graphItems.ts'
import { layOut } from '../../../../src-renderer/routes/trace/layout.ts'
import { visibleItems, WHOLE } from '../../../../src-renderer/routes/trace/visibleItems.ts'
import { accountOf, bouncedTrace, madeMessage, madeTransaction } from './madeTrace.ts'

/** All branches of a trace are opened. */
const ALL = { has: () => true } as unknown as ReadonlySet<string>

function fanTrace(fan: number): TraceModel {
  const messages = Array.from({ length: fan }, (_, i) => madeMessage({ number: i, value: '10' }))
  return buildTrace(
    [
      madeTransaction({ number: 1, out_msgs: messages }),
      ...messages.map((message, i) => madeTransaction({ number: 2 + i, in_msg: message })),
    ],
    {},
  )
}

function opened(model: TraceModel) {
  return layOut(graphItems(model, { opened: ALL, selected: undefined }))
}

describe('layOut', () => {
  it('places no two nodes at one position, and all of them within the bounds', () => {
    const { items, bounds } = opened(fanTrace(20))
    expect(new Set(items.map(({ x, y }) => `${x} ${y}`)).size).toBe(items.length)
    for (const { x, y } of items) {
      expect(x).toBeLessThan(bounds.x + bounds.width)
      expect(y).toBeLessThan(bounds.y + bounds.height)
    }
  })

  it('continues the row of a sender with its first message, and begins rows below for others', () => {
    const { items } = opened(fanTrace(3))
    const [origin, root, ...leaves] = items
    expect(root?.y).toBe(origin?.y)
    expect(leaves[0]?.y).toBe(root?.y)
    const rows = leaves.map(({ y }) => y)
    expect(rows).toEqual(rows.toSorted((a, b) => a - b))
    expect(new Set(rows).size).toBe(3)
  })

  it('makes each column as wide as its longest label', () => {
    const { items } = opened(fanTrace(3))
    for (const { item, x, parent } of items) {
      if (!parent) continue
      const label = labelWidth(edgeLabelOf(item))
      expect(x - parent.x).toBeGreaterThan(label + 40)
      expect(x - parent.x).toBeLessThan(label + 130)
    }
  })

  it('places a bounced message below its sender, and what the sender did elsewhere below that', () => {
    const { items } = opened(buildTrace(bouncedTrace(), {}))
    const back = items.find(({ isBack }) => isBack)
    const sender = back?.parent?.parent
    expect(sender?.item.kind).toBe('step')
    expect(back?.x).toBe(sender?.x)
    expect(back?.y).toBeGreaterThan(sender?.y ?? 0)
    const places = items.map(({ x, y }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('runs a bounced message on to the right if something followed from it', () => {
    const next = madeMessage({ number: 9, destination: accountOf('C') })
    const transactions = bouncedTrace().map((transaction) =>
      transaction.lt === '30' ? { ...transaction, out_msgs: [next] } : transaction,
    )
    const { items } = opened(buildTrace(transactions, {}))
    expect(items.filter(({ isBack }) => isBack)).toEqual([])
    expect(items.filter(({ item, parent, x }) => item.kind === 'step' && x <= (parent?.x ?? -1))).toEqual([])
  })

  it('lays out a chain and a fan of 4,000 steps', () => {
    const links = Array.from({ length: 4_000 }, (_, i) => madeMessage({ number: i }))
    const chain = buildTrace(
      links.map((message, i) =>
        madeTransaction({ number: i + 1, in_msg: message, out_msgs: links.slice(i + 1, i + 2) }),
      ),
      {},
    )
    expect(opened(chain).items).toHaveLength(4_001)
    expect(opened(fanTrace(3_999)).items).toHaveLength(4_001)
  })
})

describe('visibleItems', () => {
  const { items } = opened(fanTrace(1_000))
  const [, root] = items

  it('draws a small graph whole', () => {
    const small = opened(fanTrace(WHOLE - 2)).items
    const window = { x: 0, y: 0, width: 10, height: 10 }
    expect(visibleItems(small, window, undefined)).toEqual({ nodes: small, edges: small })
  })

  it('draws what lies in the window, and one line to what lies beyond', () => {
    const { nodes, edges } = visibleItems(items, { x: 0, y: 0, width: 800, height: 500 }, undefined)
    expect(nodes).toContain(root)
    expect(nodes.length).toBeLessThan(20)
    expect(edges.filter((edge) => !nodes.includes(edge))).toEqual([items.at(-1)])
  })

  it('draws the line that passes through a window between two nodes', () => {
    const far = items.at(-1)?.y ?? 0
    const { nodes, edges } = visibleItems(items, { x: 0, y: far / 2, width: 800, height: 500 }, root)
    expect(nodes).toContain(root)
    expect(edges).toContain(items.at(-1))
    expect(edges.length).toBeLessThan(20)
  })
})

describe('fitView', () => {
  const size = { width: 800, height: 480 }

  it('shows a small trace whole', () => {
    const { bounds } = opened(buildTrace(bouncedTrace(), {}))
    const { k, dx, dy } = fitView({ bounds }, size)
    expect(bounds.x * k + dx).toBeGreaterThanOrEqual(0)
    expect((bounds.x + bounds.width) * k + dx).toBeLessThanOrEqual(size.width + 1)
    expect(bounds.y * k + dy).toBeGreaterThanOrEqual(0)
  })

  it('never makes labels smaller than 11 pixels, and begins with the root', () => {
    const layout = opened(fanTrace(500))
    const { k, dx, dy } = fitView(layout, size)
    expect(k).toBe(READABLE)
    const [, root] = layout.items
    const [x, y] = [(root?.x ?? 0) * k + dx, (root?.y ?? 0) * k + dy]
    expect(x > 0 && x < size.width && y > 0 && y < 100).toBe(true)
  })
})

describe('edgeLabelOf', () => {
  it('has the operation and the value, and of equal branches the sum', () => {
    const items = allItems(graphItems(fanTrace(17), { opened: new Set(), selected: undefined }))
    expect(items.map(edgeLabelOf)).toEqual([
      undefined,
      { above: 'ordinary', below: undefined },
      { above: 'transfer', below: 'Σ 0.00000017 TON' },
    ])
  })
})

it.each([
  ['straight', { x: 0, y: 0 }, { x: 50, y: 0 }, 'M0 0H50'],
  ['down', { x: 0, y: 0 }, { x: 90, y: 40 }, 'M0 0H16Q26 0 26 10V30Q26 40 36 40H90'],
  ['up', { x: 0, y: 40 }, { x: 90, y: 0 }, 'M0 40H16Q26 40 26 30V10Q26 0 36 0H90'],
])('an edge that goes %s is an elbow', (_, from, to, path) => {
  expect(elbow(from, to, 26)).toBe(path)
})

it('a line that runs back leaves to the right and turns below', () => {
  expect(turnBack({ x: 100, y: 0 }, { x: 20, y: 60 }, 14)).toBe('M100 0H104Q114 0 114 10V50Q114 60 104 60H20')
})
