import { Maximize2, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TraceModel, TraceStep } from '../../decode/traceModel.ts'
import { ArrowHeads, Edge, SameAccount } from './GraphEdges.tsx'
import { GraphNode, StillNode } from './GraphNode.tsx'
import { graphItems } from './graphItems.ts'
import { layOut, type PlacedItem } from './layout.ts'
import styles from './TraceGraph.module.css'
import { useShownSteps } from './useShownSteps.ts'
import { useViewport } from './useViewport.ts'

const MIN_HEIGHT = 380
const MAX_HEIGHT = 720

type TraceGraphProps = {
  readonly model: TraceModel
  readonly selected: TraceStep | undefined
  /** Hashes of the transactions of the action under the pointer. */
  readonly lit: ReadonlySet<string> | undefined
  readonly onSelect: (step: TraceStep) => void
  readonly onOpen: (step: TraceStep) => void
}

function isWalked({ item }: PlacedItem): boolean {
  return item.kind === 'step' || item.kind === 'fold'
}

/** Returns the node to which an arrow key leads. */
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

type Viewport = ReturnType<typeof useViewport>

/** Returns the handler of keys: arrows select the neighbours of a node, Enter opens it, +, − and 0 zoom. */
function graphKeyHandler(
  items: readonly PlacedItem[],
  { show, zoomIn, zoomOut, fit }: Viewport,
  {
    onSelect,
    onOpen,
    enter,
  }: Pick<TraceGraphProps, 'onSelect' | 'onOpen'> & {
    readonly enter: (placed: PlacedItem) => void
  },
) {
  return (event: KeyboardEvent) => {
    const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null
    const from = items.find(({ item }) => item.key === key)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    const to = neighbour(items, from, event.key)
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
    const graph = event.currentTarget
    requestAnimationFrame(() => graph.querySelector<SVGGElement>(`[data-key="${to.item.key}"]`)?.focus())
  }
}

function ZoomButtons({ zoomIn, zoomOut, fit }: Pick<Viewport, 'zoomIn' | 'zoomOut' | 'fit'>) {
  return (
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
  )
}

/** Transactions as nodes, messages as lines between them, time from left to right. */
export function TraceGraph({ model, selected, lit, onSelect, onOpen }: TraceGraphProps) {
  const frame = useRef<SVGSVGElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [hovered, setHovered] = useState<string>()
  const shown = useShownSteps(model, opened, selected)
  const layout = useMemo(() => layOut(graphItems(model, shown)), [model, shown])
  const viewport = useViewport(frame, layout)
  const { view, handlers, show } = viewport
  const { items, bounds } = layout
  const current = items.find(({ item }) => item.kind === 'step' && item.step === selected)
  useEffect(() => {
    if (current) show(current)
  }, [current, show])
  const enter = useCallback(
    ({ item }: PlacedItem) => {
      if (item.kind === 'fold') setOpened((before) => new Set([...before, item.from.hash]))
      else if (item.kind === 'step') onSelect(item.step)
    },
    [onSelect],
  )
  const press = graphKeyHandler(items, viewport, { onSelect, onOpen, enter })
  const isHovered = ({ item }: PlacedItem) => item.kind === 'step' && item.step.account.raw === hovered
  const height = Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, bounds.height + 48)))
  return (
    <div className={styles.graph} style={{ height }}>
      <svg
        ref={frame}
        className={styles.window}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing that is a tree
        role="tree"
        aria-label="Transactions of the trace: arrow keys move, Enter opens"
        onKeyDown={press}
        {...handlers}
      >
        <ArrowHeads />
        {view && (
          <g transform={`translate(${view.dx} ${view.dy}) scale(${view.k})`}>
            <svg aria-hidden="true" className={styles.still}>
              {items.map((placed) => (
                <Edge key={placed.item.key} placed={placed} />
              ))}
              {items.map((placed) => (
                <StillNode key={placed.item.key} placed={placed} />
              ))}
              <SameAccount places={items.filter(isHovered)} />
            </svg>
            {items.filter(isWalked).map((placed) => (
              <GraphNode
                key={placed.item.key}
                placed={placed}
                selected={placed === current}
                lit={placed.item.kind === 'step' && lit?.has(placed.item.step.hash) === true}
                related={isHovered(placed)}
                onPress={enter}
                onOpen={onOpen}
                onHover={setHovered}
              />
            ))}
          </g>
        )}
      </svg>
      <ZoomButtons {...viewport} />
    </div>
  )
}
