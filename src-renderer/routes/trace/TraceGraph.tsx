import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { TraceStep } from '../../decode/traceModel.ts'
import { READABLE } from './fitView.ts'
import { GraphPicture } from './GraphPicture.tsx'
import { GraphToolbar } from './GraphToolbar.tsx'
import { graphKeyHandler } from './graphKeys.ts'
import type { PlacedItem } from './layout.ts'
import styles from './TraceGraph.module.css'
import type { GraphFolds } from './useGraphFolds.ts'
import { useViewport } from './useViewport.ts'
import { visibleItems } from './visibleItems.ts'

/** Size of the letters of a graph whose labels are too small to be drawn, in pixels. */
const FAR_LETTER = 11

type TraceGraphProps = {
  readonly folds: GraphFolds
  readonly selected: TraceStep | undefined
  /** True if the URL names the selected transaction: it is then brought into view. */
  readonly isNamed: boolean
  readonly hovered: TraceStep | undefined
  /** Hashes of the transactions of the marked action. */
  readonly lit: ReadonlySet<string> | undefined
  /** Where the controls are placed. */
  readonly toolbar: Element | null
  readonly onSelect: (step: TraceStep) => void
  readonly onOpen: (step: TraceStep) => void
  readonly onHover: (step: TraceStep | undefined) => void
}

/** Returns the step whose node is where a fold was, after it is opened. */
function firstKey({ item }: PlacedItem): string | undefined {
  return item.kind === 'step' || item.kind === 'chain' ? item.steps[0]?.hash : undefined
}

function findSelected(items: readonly PlacedItem[], selected: TraceStep | undefined): PlacedItem | undefined {
  return items.find(({ item }) => item.kind === 'step' && item.fold === undefined && item.step === selected)
}

/** Transactions as nodes, messages as lines between them, time from left to right. */
export function TraceGraph(props: TraceGraphProps) {
  const { folds, selected, isNamed, hovered, lit, toolbar, onSelect, onOpen, onHover } = props
  const frame = useRef<SVGSVGElement>(null)
  const { layout, isAnyOpen, open, close } = folds
  const viewport = useViewport(frame, layout)
  const { view, size, shown, handlers, show, keepAt } = viewport
  const { items, bounds } = layout
  const current = findSelected(items, selected)

  // The root is in the first view. Later selections are brought into view.
  const lastShown = useRef(isNamed ? undefined : current?.item.key)
  const isMeasured = size !== undefined
  useEffect(() => {
    if (!isMeasured || !current || current.item.key === lastShown.current) return
    lastShown.current = current.item.key
    show(current)
  }, [isMeasured, current, show])

  // What opens stays where it was.
  const anchor = useRef<{ readonly key: string | undefined; readonly from: PlacedItem }>(undefined)
  useLayoutEffect(() => {
    const { key, from } = anchor.current ?? {}
    anchor.current = undefined
    const to = key === undefined ? undefined : items.find(({ item }) => item.key === key)
    if (from && to) keepAt(from, to)
  }, [items, keepAt])

  const openFold = useRef(open)
  openFold.current = open
  const enter = useCallback(
    (placed: PlacedItem) => {
      const { item } = placed
      if (item.kind !== 'step' && item.kind !== 'chain') return
      if (item.kind === 'step' && item.fold === undefined) return onSelect(item.step)
      anchor.current = { key: firstKey(placed), from: placed }
      openFold.current(item.fold ?? '')
    },
    [onSelect],
  )
  const press = graphKeyHandler(items, { ...viewport, onSelect, onOpen, enter })
  const isFar = view !== undefined && view.k < READABLE
  const isTall = view !== undefined && size !== undefined && bounds.height * view.k > size.height
  return (
    <div className={styles.graph}>
      <svg
        ref={frame}
        className={styles.window}
        data-far={isFar ? '' : undefined}
        data-tall={isTall ? '' : undefined}
        style={view && { '--letter-size': `${isFar ? FAR_LETTER / view.k : 14}px` }}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing that is a tree
        role="tree"
        aria-label="Transactions of the trace: arrow keys move, Enter opens"
        onKeyDown={press}
        {...handlers}
      >
        {view && shown && (
          <GraphPicture
            items={items}
            visible={visibleItems(items, shown, current)}
            current={current}
            hovered={hovered}
            lit={lit}
            transform={`translate(${view.dx} ${view.dy}) scale(${view.k})`}
            onPress={enter}
            onOpen={onOpen}
            onHover={onHover}
          />
        )}
      </svg>
      {toolbar &&
        createPortal(<GraphToolbar {...viewport} onFold={isAnyOpen ? close : undefined} />, toolbar)}
    </div>
  )
}
