import type { TraceStep } from '../../decode/traceModel.ts'
import { ArrowHeads, Edge, SameAccount } from './GraphEdges.tsx'
import { GraphNode } from './GraphNode.tsx'
import { isWalked } from './graphKeys.ts'
import type { PlacedItem } from './layout.ts'
import { StillNode } from './StillNode.tsx'
import type { VisibleItems } from './visibleItems.ts'

export type GraphPictureProps = {
  /** All items of the graph, of which `visible` are drawn. */
  readonly items: readonly PlacedItem[]
  readonly visible: VisibleItems
  readonly current: PlacedItem | undefined
  readonly hovered: TraceStep | undefined
  /** Hashes of the transactions of the marked action. */
  readonly lit: ReadonlySet<string> | undefined
  readonly transform?: string | undefined
  readonly onPress: (placed: PlacedItem) => void
  readonly onOpen: (step: TraceStep) => void
  readonly onHover: (step: TraceStep | undefined) => void
}

function isLit({ item }: PlacedItem, lit: ReadonlySet<string> | undefined): boolean {
  if (!lit || (item.kind !== 'step' && item.kind !== 'chain')) return false
  return item.steps.some(({ hash }) => lit.has(hash))
}

/** The nodes and lines of a graph. */
export function GraphPicture(props: GraphPictureProps) {
  const { items, visible, current, hovered, lit, transform, onPress, onOpen, onHover } = props
  const walked = visible.nodes.filter(isWalked)
  const reachable = current ?? walked[0]
  const isRelated = ({ item }: PlacedItem) =>
    item.kind === 'step' && item.fold === undefined && item.step.account === hovered?.account
  return (
    <>
      <ArrowHeads />
      <g transform={transform}>
        {/* With an attribute and not a style, so that it is a part of the exported drawing. */}
        <svg aria-hidden="true" overflow="visible">
          {visible.edges.map((placed) => (
            <Edge key={placed.item.key} placed={placed} />
          ))}
          {visible.nodes.map((placed) => (
            <StillNode key={placed.item.key} placed={placed} />
          ))}
          {hovered && <SameAccount places={items.filter(isRelated)} drawn={new Set(visible.nodes)} />}
        </svg>
        {walked.map((placed) => (
          <GraphNode
            key={placed.item.key}
            placed={placed}
            selected={placed === current}
            reachable={placed === reachable}
            lit={isLit(placed, lit)}
            related={isRelated(placed)}
            onPress={onPress}
            onOpen={onOpen}
            onHover={onHover}
          />
        ))}
      </g>
    </>
  )
}
