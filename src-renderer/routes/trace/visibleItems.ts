import type { Bounds, PlacedItem } from './layout.ts'

/** Graphs of at most this many items are drawn whole, so that browsers find their text and readers walk them. */
export const WHOLE = 120
/** Distance around the window within which items are drawn, for labels and captions that reach into it. */
const MARGIN = 140

/** The items of a graph that are drawn. */
export type VisibleItems = {
  readonly nodes: readonly PlacedItem[]
  /** Items whose incoming line is drawn. */
  readonly edges: readonly PlacedItem[]
}

/** Lines from one node that only pass through the window: the longest one each way covers the others. */
class PassingLines {
  readonly #longest = new Map<PlacedItem, { up?: PlacedItem; down?: PlacedItem }>()

  add(parent: PlacedItem, placed: PlacedItem): void {
    const lines = this.#longest.get(parent) ?? {}
    this.#longest.set(parent, lines)
    const way = placed.y < parent.y ? 'up' : 'down'
    const known = lines[way]
    if (!known || Math.abs(placed.y - parent.y) > Math.abs(known.y - parent.y)) lines[way] = placed
  }

  all(): PlacedItem[] {
    return [...this.#longest.values()].flatMap(({ up, down }) =>
      [up, down].filter((line) => line !== undefined),
    )
  }
}

/**
 * Returns the items that lie in the window, or all of a small graph.
 * @param window in the graph's coordinates
 * @param kept an item that is drawn in any case
 */
export function visibleItems(
  items: readonly PlacedItem[],
  window: Bounds,
  kept: PlacedItem | undefined,
): VisibleItems {
  if (items.length <= WHOLE) return { nodes: items, edges: items }
  const left = window.x - MARGIN
  const right = window.x + window.width + MARGIN
  const top = window.y - MARGIN
  const bottom = window.y + window.height + MARGIN
  const nodes: PlacedItem[] = []
  const edges: PlacedItem[] = []
  const passing = new PassingLines()
  for (const placed of items) {
    const { x, y, parent } = placed
    const isRow = y >= top && y <= bottom
    if ((isRow && x >= left && x <= right) || placed === kept) nodes.push(placed)
    if (!parent || Math.min(x, parent.x) > right || Math.max(x, parent.x) < left) continue
    if (isRow) edges.push(placed)
    else if (Math.min(y, parent.y) < bottom && Math.max(y, parent.y) > top) passing.add(parent, placed)
  }
  return { nodes, edges: [...edges, ...passing.all()] }
}
