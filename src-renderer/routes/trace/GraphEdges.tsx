import { memo } from 'react'
import { edgeLabelOf } from './edgeLabel.ts'
import { elbow, turnBack } from './elbow.ts'
import { type Place, type PlacedItem, RADIUS, SMALL_RADIUS } from './layout.ts'
import styles from './TraceGraph.module.css'

const CHAIN_RADIUS = 22
/** Distance from the head of an arrow to the edge of its node. */
const GAP = 3
/** Distance of the turn of a line that runs back from that of the lines that go on. */
const BACK_GAP = 8
/** Length of the line of an external message, which comes from outside of the window. */
const OUTSIDE = 4_000

/** Returns the style of an edge: plain, bounced, pending, not sent, or from an account that the index does not know. */
function edgeKind({ item, parent }: PlacedItem): string {
  if (item.kind === 'unmatched') return item.message.kind
  if (item.kind === 'unsent') return 'unsent'
  if (item.kind !== 'step') return 'fold'
  if (item.step.isReturn) return 'return'
  if (item.step.isEmulated) return 'awaited'
  return parent?.item.kind === 'origin' ? 'origin' : 'plain'
}

function radiusOf({ item }: PlacedItem): number {
  if (item.kind === 'step') return RADIUS
  return item.kind === 'chain' ? CHAIN_RADIUS : SMALL_RADIUS
}

type EdgeShape = {
  readonly path: string
  /** Middle of the label, on the line. */
  readonly middle: Place
}

function shapeOf(placed: PlacedItem, parent: PlacedItem): EdgeShape {
  const to = { x: placed.x - radiusOf(placed) - GAP, y: placed.y }
  if (parent.item.kind === 'origin') {
    return { path: `M${-OUTSIDE} ${to.y}H${to.x}`, middle: { x: (parent.x + to.x) / 2, y: to.y } }
  }
  const from = { x: parent.x + radiusOf(parent) + 1, y: parent.y }
  if (!placed.isBack) {
    const middle = (Math.min(from.x + parent.turn, to.x) + to.x) / 2 - 2
    return { path: elbow(from, to, parent.turn), middle: { x: middle, y: to.y } }
  }
  const back = { x: placed.x + radiusOf(placed) + GAP, y: placed.y }
  const middle = (back.x + parent.x - radiusOf(parent)) / 2
  return { path: turnBack(from, back, parent.turn - BACK_GAP), middle: { x: middle, y: back.y } }
}

/** A message as a line from one node to another. */
export const Edge = memo(function Edge({ placed }: { readonly placed: PlacedItem }) {
  const { parent, item } = placed
  if (!parent) return null
  const { path, middle } = shapeOf(placed, parent)
  const label = edgeLabelOf(item)
  const kind = edgeKind(placed)
  return (
    <g data-kind={kind} className={styles.edge}>
      <path
        d={path}
        markerEnd={
          kind === 'fold' || kind === 'unsent'
            ? undefined
            : `url(#arrow-${kind === 'return' ? 'return' : 'plain'})`
        }
      />
      {label && (
        <text x={middle.x} y={middle.y - 7} className={styles.words}>
          {label.above}
        </text>
      )}
      {label?.below !== undefined && (
        <text x={middle.x} y={middle.y + 16} className={styles.value}>
          {label.below}
        </text>
      )}
    </g>
  )
})

type SameAccountProps = {
  readonly places: readonly PlacedItem[]
  /** The drawn nodes: arcs between others are left out. */
  readonly drawn: ReadonlySet<PlacedItem>
}

/** Thin arcs between the nodes of one account, in their order. */
export function SameAccount({ places, drawn }: SameAccountProps) {
  return places.slice(1).map((to, i) => {
    const from = places[i]
    if (!from || !(drawn.has(from) || drawn.has(to))) return null
    const bow = Math.max(36, Math.abs(to.x - from.x) * 0.18)
    const path = `M${from.x} ${from.y}C${from.x} ${from.y - bow} ${to.x} ${to.y - bow} ${to.x} ${to.y}`
    return <path key={to.item.key} d={path} className={styles.same} />
  })
}

/** Definitions of the heads of arrows. */
export function ArrowHeads() {
  return (
    <defs>
      {['plain', 'return'].map((kind) => (
        <marker
          key={kind}
          id={`arrow-${kind}`}
          viewBox="0 0 8 8"
          refX="6.5"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M1 1L7 4L1 7z" className={styles.arrow} data-kind={kind} />
        </marker>
      ))}
    </defs>
  )
}
