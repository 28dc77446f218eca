import { useMemo, useRef, useState } from 'react'
import type { TraceModel, TraceStep } from '../../decode/traceModel.ts'
import { branchSignatures } from './branchSignatures.ts'
import type { GraphItem } from './graphItem.ts'
import { allItems, graphItems } from './graphItems.ts'
import { type Layout, layOut } from './layout.ts'

export type GraphFolds = {
  readonly layout: Layout
  readonly isAnyOpen: boolean
  readonly open: (fold: string) => void
  readonly close: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Returns a text that differs for graphs of a trace with other nodes. */
function shapeOf(root: GraphItem): string {
  const nodes = allItems(root).map((item) =>
    item.kind === 'step' || item.kind === 'chain' ? `${item.key} ${item.steps.length}` : item.key,
  )
  return nodes.join()
}

type Known = { readonly model: TraceModel; readonly shape: string; readonly layout: Layout }

/**
 * Lays a trace out, with the folds that the user opened. The layout is the same object until a node is added or removed:
 * a selection seldom does that.
 */
export function useGraphFolds(model: TraceModel, selected: TraceStep | undefined): GraphFolds {
  const [opened, setOpened] = useState(NONE)
  const signatures = useMemo(() => branchSignatures(model), [model])
  const root = useMemo(
    () => graphItems(model, { opened, selected }, signatures),
    [model, opened, selected, signatures],
  )
  const known = useRef<Known>(undefined)
  const shape = useMemo(() => shapeOf(root), [root])
  if (known.current?.model !== model || known.current.shape !== shape) {
    known.current = { model, shape, layout: layOut(root) }
  }
  return {
    layout: known.current.layout,
    isAnyOpen: opened.size > 0,
    open: (fold) => setOpened((before) => new Set([...before, fold])),
    close: () => setOpened(NONE),
  }
}
