import { captionWidth, noteOf } from './captions.ts'
import { edgeLabelOf, labelWidth } from './edgeLabel.ts'
import type { GraphItem } from './graphItem.ts'

export type Place = { readonly x: number; readonly y: number }

export type PlacedItem = Place & {
  readonly item: GraphItem
  readonly parent: PlacedItem | undefined
  /** Number of items before it on its path. */
  readonly depth: number
  /** True for a bounced message, whose line runs back to a node below its sender. */
  readonly isBack: boolean
  /** Distance from the edge of the node to the turn of the lines that leave it. */
  readonly turn: number
}

export type Bounds = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Layout = { readonly items: readonly PlacedItem[]; readonly bounds: Bounds }

/** Radius of the node of a step. */
export const RADIUS = 20
/** Radius of the node of anything else. */
export const SMALL_RADIUS = 6
/** Minimum distance from the edge of a node to the turn of its lines. */
const TURN = 22
/** Distance of a turn from the captions of its column, with room for a line that runs back. */
const TURN_GAP = 14
/** Space of a label between a turn and the head of an arrow, besides its text. */
const LABEL_SPACE = 24
const MIN_GAP = 60
/** Minimum distance between the captions of two columns. */
const CAPTION_GAP = 12
const ROW_GAP = 12
/** Distances around the centres of nodes at the edges of the graph. */
const MARGIN = { left: 12, right: 64, top: 12, bottom: 12 } as const

/** Extents of an item above and below its centre. */
function extentsOf(item: GraphItem): readonly [above: number, below: number] {
  switch (item.kind) {
    case 'step':
      return [RADIUS + 6, noteOf(item.step) === undefined ? 42 : 55]
    case 'chain':
      return [22, 22]
    case 'origin':
    case 'unmatched':
    case 'unsent':
      return [20, 20]
  }
}

type Draft = {
  readonly item: GraphItem
  readonly parent: Draft | undefined
  readonly depth: number
  readonly column: number
  readonly row: number
  readonly isBack: boolean
}

/** Returns whether a bounced message is drawn back to its sender: nothing followed, and its sender's node is known. */
function runsBack(item: GraphItem, parent: Draft): boolean {
  const sender = parent.parent?.item
  return (
    item.kind === 'step' &&
    item.step.isReturn &&
    item.children.length === 0 &&
    parent.item.kind === 'step' &&
    sender?.kind === 'step' &&
    sender.step.account === item.step.account
  )
}

type Frame = { readonly draft: Draft; next: number; hasFirst: boolean }

/** Gives each item a column and a row: the first message continues the row of its sender, others begin below. */
function drafts(root: GraphItem): { readonly drafts: Draft[]; readonly rows: number } {
  const placed: Draft[] = []
  const add = (draft: Draft): Frame => {
    placed.push(draft)
    return { draft, next: 0, hasFirst: false }
  }
  const stack = [add({ item: root, parent: undefined, depth: 0, column: 0, row: 0, isBack: false })]
  let free = 1
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { draft: parent } = frame
    const item = parent.item.children[frame.next]
    frame.next += 1
    if (!item) {
      stack.pop()
      continue
    }
    const depth = parent.depth + 1
    if (runsBack(item, parent)) {
      // To the left of what follows from the parent, so that both can use the row.
      const row = parent.row + 1
      add({ item, parent, depth, column: parent.column - 1, row, isBack: true })
      free = Math.max(free, row + 1)
      continue
    }
    const row = frame.hasFirst ? free : parent.row
    frame.hasFirst = true
    free = Math.max(free, row + 1)
    stack.push(add({ item, parent, depth, column: parent.column + 1, row, isBack: false }))
  }
  return { drafts: placed, rows: free }
}

type Columns = { readonly centres: readonly number[]; readonly turns: readonly number[] }

/** Returns the centres of the columns: each is as far from the one before as its labels and captions need. */
function columnsOf(placed: readonly Draft[]): Columns {
  const labels: number[] = []
  const captions: number[] = []
  const turns: number[] = []
  for (const { item, column, isBack } of placed) {
    const of = isBack ? column + 1 : column
    labels[of] = Math.max(labels[of] ?? 0, labelWidth(edgeLabelOf(item)))
    captions[column] = Math.max(captions[column] ?? 0, captionWidth(item) / 2)
  }
  for (const { item, column, isBack } of placed) {
    // Lines that turn pass beside the captions.
    if (!isBack && item.children.length < 2) continue
    const of = isBack ? column + 1 : column
    turns[of] = Math.max(TURN, (captions[of] ?? 0) - RADIUS + TURN_GAP)
  }
  const centres = [0]
  for (let i = 1; i < labels.length; i++) {
    const radius = i === 1 ? 0 : RADIUS
    const turn = i === 1 ? 0 : (turns[i - 1] ?? TURN)
    const forLabels = radius + Math.max(MIN_GAP, turn + LABEL_SPACE + (labels[i] ?? 0)) + RADIUS
    const forCaptions = (captions[i - 1] ?? 0) + CAPTION_GAP + (captions[i] ?? 0)
    centres.push((centres[i - 1] ?? 0) + Math.max(forLabels, forCaptions))
  }
  return { centres, turns }
}

/** Returns the centres of the rows. */
function rowsOf(placed: readonly Draft[], count: number): number[] {
  const above = new Array<number>(count).fill(0)
  const below = new Array<number>(count).fill(0)
  for (const { item, row } of placed) {
    const [up, down] = extentsOf(item)
    above[row] = Math.max(above[row] ?? 0, up)
    below[row] = Math.max(below[row] ?? 0, down)
  }
  const centres: number[] = []
  let end = 0
  for (let i = 0; i < count; i++) {
    centres.push(end + (above[i] ?? 0))
    end += (above[i] ?? 0) + (below[i] ?? 0) + ROW_GAP
  }
  return centres
}

/** Places the items: time runs to the right, and everything that followed from a message is below it. */
export function layOut(root: GraphItem): Layout {
  const { drafts: placed, rows: count } = drafts(root)
  const { centres, turns } = columnsOf(placed)
  const rows = rowsOf(placed, count)
  const byDraft = new Map<Draft, PlacedItem>()
  let [right, bottom] = [0, 0]
  for (const draft of placed) {
    const { item, parent, depth, isBack } = draft
    const x = centres[draft.column] ?? 0
    const turn = turns[draft.column] ?? TURN
    const y = rows[draft.row] ?? 0
    byDraft.set(draft, { item, parent: parent && byDraft.get(parent), depth, isBack, turn, x, y })
    right = Math.max(right, x + Math.max(MARGIN.right, captionWidth(item) / 2 + CAPTION_GAP))
    bottom = Math.max(bottom, y + extentsOf(item)[1])
  }
  return {
    items: [...byDraft.values()],
    bounds: {
      x: -MARGIN.left,
      y: -MARGIN.top,
      width: right + MARGIN.left,
      height: bottom + MARGIN.top + MARGIN.bottom,
    },
  }
}
