import type { KeyboardEvent } from 'react'
import type { TraceStep } from '../../decode/traceModel.ts'
import type { PlacedItem } from './layout.ts'

/** Returns whether an item can be selected or opened. */
export function isWalked({ item }: PlacedItem): boolean {
  return item.kind === 'step' || item.kind === 'chain'
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

export type GraphKeys = {
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly fit: () => void
  readonly show: (placed: PlacedItem) => void
  readonly onSelect: (step: TraceStep) => void
  readonly onOpen: (step: TraceStep) => void
  /** Opens a fold, or selects a step. */
  readonly enter: (placed: PlacedItem) => void
}

/** Returns the handler of keys: arrows select the neighbours of a node, Enter opens it, +, − and f zoom. */
export function graphKeyHandler(items: readonly PlacedItem[], keys: GraphKeys) {
  const { zoomIn, zoomOut, fit, show, onSelect, onOpen, enter } = keys
  return (event: KeyboardEvent) => {
    const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null
    const from = items.find(({ item }) => item.key === key)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    const to = neighbour(items, from, event.key)
    const isFold = from.item.kind !== 'step' || from.item.fold !== undefined
    if (event.key === '+') zoomIn()
    else if (event.key === '-') zoomOut()
    else if (event.key === '0' || event.key === 'f') fit()
    else if (event.key === 'Enter' && from.item.kind === 'step' && !isFold) onOpen(from.item.step)
    else if (event.key === 'Enter' || event.key === ' ') enter(from)
    else if (!to && !event.key.startsWith('Arrow')) return
    event.preventDefault()
    if (!to) return
    if (to.item.kind === 'step' && to.item.fold === undefined) onSelect(to.item.step)
    show(to)
    const graph = event.currentTarget
    requestAnimationFrame(() => graph.querySelector<SVGGElement>(`[data-key="${to.item.key}"]`)?.focus())
  }
}
