import { memo } from 'react'
import { valueText } from '../../decode/messageValue.ts'
import { messageWords, stepWords } from '../../decode/traceModel.ts'
import { elbow, type PlacedItem } from './layout.ts'
import styles from './TraceGraph.module.css'

/** Radius of a node. */
const RADIUS = 20
const FOLD_RADIUS = 18
const SMALL_RADIUS = 6
/** Distance from the head of an arrow to the edge of its node. */
const GAP = 3
/** Distance from the edge of a node to the turn of its lines. */
const TURN = 26
const LABEL_LENGTH = 22

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length <= LABEL_LENGTH
    ? characters.join('')
    : `${characters.slice(0, LABEL_LENGTH - 1).join('')}…`
}

type EdgeLabel = { readonly words: string; readonly value: string | undefined }

function labelOf({ item }: PlacedItem): EdgeLabel | undefined {
  if (item.kind === 'step') {
    const message = item.step.view.inMessage
    const value = message?.source === undefined ? undefined : valueText(message)
    return { words: `${item.step.isReturn ? '↩ ' : ''}${stepWords(item.step)}`, value }
  }
  if (item.kind !== 'unmatched') return undefined
  const { kind, view } = item.message
  return {
    words: kind === 'log' ? `log · ${messageWords(view)}` : messageWords(view),
    value: kind === 'log' ? undefined : valueText(view),
  }
}

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
  return item.kind === 'unmatched' || item.kind === 'unsent' || item.kind === 'origin'
    ? SMALL_RADIUS
    : item.kind === 'fold'
      ? FOLD_RADIUS
      : RADIUS
}

/** A message as a line from one node to another. */
export const Edge = memo(function Edge({ placed }: { readonly placed: PlacedItem }) {
  const { parent } = placed
  if (!parent) return null
  const from = { x: parent.x + (parent.item.kind === 'origin' ? 4 : radiusOf(parent) + 1), y: parent.y }
  const to = { x: placed.x - radiusOf(placed) - GAP, y: placed.y }
  const label = labelOf(placed)
  const middle = (Math.min(from.x + TURN, to.x) + to.x) / 2 - 2
  const kind = edgeKind(placed)
  return (
    <g data-kind={kind} className={styles.edge}>
      <path
        d={elbow(from, to, TURN)}
        markerEnd={
          kind === 'fold' || kind === 'unsent'
            ? undefined
            : `url(#arrow-${kind === 'return' ? 'return' : 'plain'})`
        }
      />
      {label && (
        <text x={middle} y={to.y - 7} className={styles.words}>
          {shortened(label.words)}
        </text>
      )}
      {label?.value !== undefined && (
        <text x={middle} y={to.y + 16} className={styles.value}>
          {label.value}
        </text>
      )}
    </g>
  )
})

/** Thin arcs between the nodes of one account, in their order. */
export function SameAccount({ places }: { readonly places: readonly PlacedItem[] }) {
  return places.slice(1).map((to, i) => {
    const from = places[i]
    if (!from) return null
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
