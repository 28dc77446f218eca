import { hierarchy, tree } from 'd3-hierarchy'
import type { GraphItem } from './graphItems.ts'

export type Place = { readonly x: number; readonly y: number }

export type PlacedItem = Place & { readonly item: GraphItem; readonly parent: PlacedItem | undefined }

export type Layout = {
  readonly items: readonly PlacedItem[]
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Distance between the nodes of two columns, which leaves room for a label. */
const COLUMN = 196
/** Length of the origin's edge, which only has the label of the external message. */
const RIM_COLUMN = 188
const ROW = 92
/** Height of a row for folds and for messages without a step, in rows. */
const SMALL_ROW = 0.62
/** Distances around the centres of nodes: half a disc, and the name below it. */
const MARGIN = { left: 16, right: 72, top: 38, bottom: 60 } as const

function isSmall({ kind }: GraphItem): boolean {
  return kind === 'unmatched' || kind === 'unsent' || kind === 'fold'
}

/** Places the items: time runs to the right, siblings are below each other, and parents are centred. */
export function layOut(root: GraphItem): Layout {
  const placed = tree<GraphItem>()
    .nodeSize([ROW, COLUMN])
    .separation((one, other) => {
      const near = one.parent === other.parent ? 1 : 1.15
      return isSmall(one.data) && isSmall(other.data) ? near * SMALL_ROW : near
    })(hierarchy(root, ({ children }) => [...children]))
  const byNode = new Map<unknown, PlacedItem>()
  placed.eachBefore((node) => {
    byNode.set(node, {
      item: node.data,
      x: node.depth === 0 ? COLUMN - RIM_COLUMN : node.y,
      y: node.x,
      parent: node.parent ? byNode.get(node.parent) : undefined,
    })
  })
  const items = [...byNode.values()]
  const xs = items.map(({ x }) => x)
  const ys = items.map(({ y }) => y)
  const left = Math.min(...xs) - MARGIN.left
  const top = Math.min(...ys) - MARGIN.top
  return {
    items,
    bounds: {
      x: left,
      y: top,
      width: Math.max(...xs) + MARGIN.right - left,
      height: Math.max(...ys) + MARGIN.bottom - top,
    },
  }
}

const BEND = 10

/** Returns the path of an elbow: to the right, up or down, to the right. */
export function elbow(from: Place, to: Place, turn: number): string {
  const { x: x1, y: y1 } = from
  const { x: x2, y: y2 } = to
  if (Math.abs(y2 - y1) < 1) return `M${x1} ${y1}H${x2}`
  const middle = x1 + turn
  const down = Math.sign(y2 - y1)
  const bend = Math.min(BEND, Math.abs(y2 - y1) / 2, turn)
  return [
    `M${x1} ${y1}`,
    `H${middle - bend}`,
    `Q${middle} ${y1} ${middle} ${y1 + down * bend}`,
    `V${y2 - down * bend}`,
    `Q${middle} ${y2} ${middle + bend} ${y2}`,
    `H${x2}`,
  ].join('')
}
