import { memo } from 'react'
import { useAddressTitle } from '../../api/useAddress.ts'
import { accountKey } from '../../decode/accountKey.ts'
import { verdictOf } from '../../decode/outcome.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import { accountsText, NAME_LENGTH, noteOf } from './captions.ts'
import { foldLabel } from './foldLabel.ts'
import type { GraphItem, StepItem } from './graphItem.ts'
import type { PlacedItem } from './layout.ts'
import { stepLabel } from './stepLabel.ts'
import styles from './TraceGraph.module.css'
import { TraceName } from './TraceName.tsx'

type GraphNodeProps = {
  readonly placed: PlacedItem
  readonly selected: boolean
  /** True for the node that the Tab key reaches. */
  readonly reachable: boolean
  /** True for nodes of the account under the pointer. */
  readonly related: boolean
  /** True for transactions of the action under the pointer. */
  readonly lit: boolean
  readonly onPress: (placed: PlacedItem) => void
  readonly onOpen: (step: TraceStep) => void
  readonly onHover: (step: TraceStep | undefined) => void
}

type ShapeProps = {
  readonly isWallet: boolean
  readonly radius: number
  readonly className: string | undefined
  readonly at?: number
}

/** A disc for a wallet, a rounded square for a contract. */
function Shape({ isWallet, radius, className, at = 0 }: ShapeProps) {
  return isWallet ? (
    <circle cx={at} cy={-at} r={radius} className={className} />
  ) : (
    <rect
      x={at - radius}
      y={-at - radius}
      width={radius * 2}
      height={radius * 2}
      rx={radius * 0.45}
      className={className}
    />
  )
}

/** The signs of failures: a cross, and an exclamation mark for a part of it. */
const SIGNS = { bad: 'M-2.8 -2.8L2.8 2.8M2.8 -2.8L-2.8 2.8', partly: 'M0 -4V0.8M0 3.4V4' } as const

function faultOf({ outcome }: TraceStep): keyof typeof SIGNS | undefined {
  const verdict = verdictOf(outcome)
  return verdict === 'bad' || verdict === 'partly' ? verdict : undefined
}

function Corner({ step }: { readonly step: TraceStep }) {
  const fault = faultOf(step)
  if (fault === undefined) return null
  return (
    <g transform="translate(15 -15)">
      <circle r="8" className={styles.corner} />
      <path d={SIGNS[fault]} className={styles.cross} />
    </g>
  )
}

/** The tooltip of a node with the address of its account. */
function NodeTitle({ address }: { readonly address: string }) {
  return <title>{useAddressTitle(address)}</title>
}

/** Number of characters above which the text in a node is smaller. */
const LONG = 3

/** The texts of a node: its letter or the number of equal branches, the name, and a note. */
function NodeTexts({ item }: { readonly item: StepItem }) {
  const { step, steps } = item
  const note = noteOf(step)
  const label = steps.length > 1 ? `×${steps.length}` : step.account.letter
  return (
    <>
      <text y="5" className={styles.letter} data-long={label.length > LONG ? '' : undefined}>
        {label}
      </text>
      <text y="36" className={styles.name}>
        {accountsText(item) ?? <TraceName account={step.account} max={NAME_LENGTH} />}
      </text>
      {note !== undefined && (
        <text y="50" className={styles.note}>
          {note}
        </text>
      )}
    </>
  )
}

function StepNode({ item, ...props }: GraphNodeProps & { readonly item: StepItem }) {
  const { placed, selected, reachable, related, lit, onPress, onOpen, onHover } = props
  const { step, steps } = item
  const { isWallet } = step.account
  const isFold = item.fold !== undefined
  return (
    <g
      transform={`translate(${placed.x} ${placed.y})`}
      role="treeitem"
      aria-level={placed.depth}
      aria-selected={selected}
      aria-expanded={isFold ? false : undefined}
      aria-label={isFold ? foldLabel(item) : stepLabel(step)}
      tabIndex={reachable ? 0 : -1}
      data-key={item.key}
      data-mark={accountKey(step.account.raw)}
      data-fault={faultOf(step)}
      data-pending={step.isEmulated ? '' : undefined}
      data-related={related ? '' : undefined}
      data-lit={lit ? '' : undefined}
      className={styles.node}
      onClick={() => onPress(placed)}
      onDoubleClick={isFold ? undefined : () => onOpen(step)}
      onPointerEnter={() => onHover(step)}
      onPointerLeave={() => onHover(undefined)}
      onFocus={() => onHover(step)}
      onBlur={() => onHover(undefined)}
    >
      {!isFold && <NodeTitle address={step.account.address} />}
      {steps.length > 1 && (
        <>
          <Shape isWallet={isWallet} radius={20} at={6} className={styles.behind} />
          <Shape isWallet={isWallet} radius={20} at={3} className={styles.behind} />
        </>
      )}
      {selected && <Shape isWallet={isWallet} radius={24} className={styles.halo} />}
      <Shape isWallet={isWallet} radius={20} className={styles.shape} />
      <NodeTexts item={item} />
      <Corner step={step} />
    </g>
  )
}

type ChainNodeProps = Pick<GraphNodeProps, 'placed' | 'lit' | 'reachable' | 'onPress'> & {
  readonly item: Extract<GraphItem, { kind: 'chain' }>
}

function ChainNode({ placed, item, lit, reachable, onPress }: ChainNodeProps) {
  return (
    <g
      transform={`translate(${placed.x} ${placed.y})`}
      role="treeitem"
      aria-level={placed.depth}
      aria-selected="false"
      aria-expanded="false"
      aria-label={foldLabel(item)}
      tabIndex={reachable ? 0 : -1}
      data-key={item.key}
      data-lit={lit ? '' : undefined}
      className={styles.fold}
      onClick={() => onPress(placed)}
    >
      <rect className={styles.pill} x="-22" y="-12" width="44" height="24" rx="12" />
      <text className={styles.count} y="4">
        +{item.steps.length}
      </text>
    </g>
  )
}

/** A node that can be selected or opened. Memoized, since a selection changes two of many. */
export const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { item } = props.placed
  switch (item.kind) {
    case 'step':
      return <StepNode {...props} item={item} />
    case 'chain':
      return <ChainNode {...props} item={item} />
    case 'origin':
    case 'unmatched':
    case 'unsent':
      return null
  }
})
