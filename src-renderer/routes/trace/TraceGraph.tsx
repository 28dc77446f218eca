import { Maximize2, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatTon } from '#shared/ton/amount.ts'
import { messageWords, stepWords, type TraceModel, type TraceStep } from '../../decode/traceModel.ts'
import { COIN } from '../../format/coin.ts'
import { GraphNode, StillNode } from './GraphNode.tsx'
import { graphItems } from './graphItems.ts'
import { elbow, layOut, type PlacedItem } from './layout.ts'
import styles from './TraceGraph.module.css'
import { useShownSteps } from './useShownSteps.ts'
import { useViewport } from './useViewport.ts'

/** From a node's middle to its edge, and a hand's breadth on for the arrow. */
const RADIUS = 20
const SMALL_RADIUS = 6
const GAP = 3
/** From a node's edge to where its lines turn. */
const TURN = 26
const LABEL_LENGTH = 22
const LEAST_HEIGHT = 380
const MOST_HEIGHT = 720

type TraceGraphProps = {
  readonly model: TraceModel
  readonly selected: TraceStep | undefined
  /** Hashes of the transactions of the action that is pointed at. */
  readonly lit: ReadonlySet<string> | undefined
  readonly onSelect: (step: TraceStep) => void
  readonly onOpen: (step: TraceStep) => void
}

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
    const value = message?.source === undefined ? undefined : `${formatTon(message.value)} ${COIN}`
    return { words: `${item.step.isReturn ? '↩ ' : ''}${stepWords(item.step)}`, value }
  }
  if (item.kind !== 'unmatched') return undefined
  const { kind, view } = item.message
  return {
    words: kind === 'log' ? `log · ${messageWords(view)}` : messageWords(view),
    value: kind === 'log' ? undefined : `${formatTon(view.value)} ${COIN}`,
  }
}

/** How an edge looks: plain, coming back, not there yet, or out of what the index doesn't know. */
function edgeKind({ item, parent }: PlacedItem): string {
  if (item.kind === 'unmatched') return item.message.kind
  if (item.kind !== 'step') return 'fold'
  if (item.step.isReturn) return 'return'
  if (item.step.isEmulated) return 'awaited'
  return parent?.item.kind === 'origin' ? 'origin' : 'plain'
}

function radiusOf({ item }: PlacedItem): number {
  return item.kind === 'unmatched' || item.kind === 'origin'
    ? SMALL_RADIUS
    : item.kind === 'fold'
      ? 18
      : RADIUS
}

const Edge = memo(function Edge({ placed }: { readonly placed: PlacedItem }) {
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
        markerEnd={kind === 'fold' ? undefined : `url(#arrow-${kind === 'return' ? 'return' : 'plain'})`}
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
function SameAccount({ places }: { readonly places: readonly PlacedItem[] }) {
  return places.slice(1).map((to, i) => {
    const from = places[i]
    if (!from) return null
    const bow = Math.max(36, Math.abs(to.x - from.x) * 0.18)
    const path = `M${from.x} ${from.y}C${from.x} ${from.y - bow} ${to.x} ${to.y - bow} ${to.x} ${to.y}`
    return <path key={to.item.key} d={path} className={styles.same} />
  })
}

function isWalked({ item }: PlacedItem): boolean {
  return item.kind === 'step' || item.kind === 'fold'
}

/** The node that an arrow key leads to. */
function neighbour(items: readonly PlacedItem[], from: PlacedItem, key: string): PlacedItem | undefined {
  const walked = items.filter(isWalked)
  switch (key) {
    case 'ArrowLeft':
      return from.parent && isWalked(from.parent) ? from.parent : undefined
    case 'ArrowRight':
      return walked.find(({ parent }) => parent === from)
    case 'ArrowUp':
    case 'ArrowDown': {
      const column = walked.filter(({ x }) => x === from.x).sort((one, other) => one.y - other.y)
      return column[column.indexOf(from) + (key === 'ArrowUp' ? -1 : 1)]
    }
    case 'Home':
      return walked[0]
    default:
      return undefined
  }
}

/** Transactions as nodes, messages as lines between them, time from left to right. */
export function TraceGraph({ model, selected, lit, onSelect, onOpen }: TraceGraphProps) {
  const frame = useRef<SVGSVGElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [hovered, setHovered] = useState<string>()
  const shown = useShownSteps(model, opened, selected)
  const layout = useMemo(() => layOut(graphItems(model, shown)), [model, shown])
  const { view, handlers, show, zoomIn, zoomOut, fit } = useViewport(frame, layout)
  const current = layout.items.find(({ item }) => item.kind === 'step' && item.step === selected)
  useEffect(() => {
    if (current) show(current)
  }, [current, show])
  const places = layout.items.filter(({ item }) => item.kind === 'step' && item.step.account.raw === hovered)
  const focus = (key: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<SVGGElement>(`[data-key="${key}"]`)?.focus())
  const enter = useCallback(
    ({ item }: PlacedItem) => {
      if (item.kind === 'fold') setOpened((before) => new Set([...before, item.from.hash]))
      else if (item.kind === 'step') onSelect(item.step)
    },
    [onSelect],
  )
  const press = (event: KeyboardEvent) => {
    const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null
    const from = layout.items.find(({ item }) => item.key === key)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    const to = neighbour(layout.items, from, event.key)
    if (event.key === '+') zoomIn()
    else if (event.key === '-') zoomOut()
    else if (event.key === '0') fit()
    else if (event.key === 'Enter' && from.item.kind === 'step') onOpen(from.item.step)
    else if (event.key === 'Enter' || event.key === ' ') enter(from)
    else if (!to && !event.key.startsWith('Arrow')) return
    event.preventDefault()
    if (!to) return
    if (to.item.kind === 'step') onSelect(to.item.step)
    show(to)
    focus(to.item.key)
  }
  const height = Math.round(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, layout.bounds.height + 48)))
  return (
    <div className={styles.graph} style={{ height }}>
      <svg
        ref={frame}
        className={styles.window}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing that is a tree
        role="tree"
        aria-label="Transactions of the trace: arrow keys walk, Enter opens"
        onKeyDown={press}
        {...handlers}
      >
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
        {view && (
          <g transform={`translate(${view.dx} ${view.dy}) scale(${view.k})`}>
            <svg aria-hidden="true" className={styles.still}>
              {layout.items.map((placed) => (
                <Edge key={placed.item.key} placed={placed} />
              ))}
              {layout.items.map((placed) => (
                <StillNode key={placed.item.key} placed={placed} />
              ))}
              <SameAccount places={places} />
            </svg>
            {layout.items.filter(isWalked).map((placed) => (
              <GraphNode
                key={placed.item.key}
                placed={placed}
                selected={placed === current}
                lit={placed.item.kind === 'step' && lit?.has(placed.item.step.hash) === true}
                related={placed.item.kind === 'step' && placed.item.step.account.raw === hovered}
                onPress={enter}
                onOpen={onOpen}
                onHover={setHovered}
              />
            ))}
          </g>
        )}
      </svg>
      <div className={styles.zoom}>
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={zoomIn}>
          <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={zoomOut}>
          <Minus aria-hidden="true" size={16} strokeWidth={1.75} />
        </button>
        <button type="button" aria-label="Fit the whole trace" title="Fit (0)" onClick={fit}>
          <Maximize2 aria-hidden="true" size={14} strokeWidth={1.75} />
        </button>
      </div>
    </div>
  )
}
