import { memo } from 'react'
import { useAddressTitle } from '../../api/useAddress.ts'
import { accountKey } from '../../decode/accountKey.ts'
import { failureWords, verdictOf } from '../../decode/outcome.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import type { PlacedItem } from './layout.ts'
import { stepLabel } from './stepLabel.ts'
import styles from './TraceGraph.module.css'
import { TraceName } from './TraceName.tsx'

type GraphNodeProps = {
  readonly placed: PlacedItem
  readonly selected: boolean
  /** True for nodes of the account under the pointer. */
  readonly related: boolean
  /** True for transactions of the action under the pointer. */
  readonly lit: boolean
  readonly onPress: (placed: PlacedItem) => void
  readonly onOpen: (step: TraceStep) => void
  readonly onHover: (account: string | undefined) => void
}

type ShapeProps = {
  readonly isWallet: boolean
  readonly radius: number
  readonly className: string | undefined
}

/** A disc for a wallet, a rounded square for a contract. */
function Shape({ isWallet, radius, className }: ShapeProps) {
  return isWallet ? (
    <circle r={radius} className={className} />
  ) : (
    <rect
      x={-radius}
      y={-radius}
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

function noteOf(step: TraceStep): string | undefined {
  const { outcome } = step
  // The full words are longer than a caption.
  if (outcome.kind === 'partly') return `${outcome.skipped} of ${outcome.skipped + outcome.sent} not sent`
  return failureWords(outcome) ?? (step.isEmulated ? 'pending' : step.account.role)
}

const CAPTION_LENGTH = 22

/** Nodes that are not buttons: the origin of the trace, and messages without a receiving transaction. */
export const StillNode = memo(function StillNode({ placed: { item, x, y } }: Pick<GraphNodeProps, 'placed'>) {
  const place = `translate(${x} ${y})`
  switch (item.kind) {
    case 'origin':
      return (
        <g transform={place}>
          <path d="M0 -14V14" className={styles.origin} />
        </g>
      )
    case 'unmatched':
      return item.message.to ? (
        <g transform={place}>
          <circle r="6" className={styles.unmatched} data-kind="awaited" />
          <text x="14" y="4" className={styles.aside}>
            {item.message.to.letter} · not delivered
          </text>
        </g>
      ) : (
        <path transform={place} d="M0 -5L5 0L0 5L-5 0z" className={styles.unmatched} />
      )
    case 'unsent':
      return (
        <g transform={place} data-kind="unsent">
          <circle r="6" className={styles.unmatched} data-kind="unsent" />
          <path d="M-7 7L7 -7" className={styles.strike} />
          <text x="14" y="4" className={styles.aside}>
            {item.count === 1 ? 'not sent' : `${item.count} not sent`}
          </text>
        </g>
      )
    case 'fold':
    case 'step':
      return null
  }
})

/** The tooltip of a node with the address of its account. */
function NodeTitle({ address }: { readonly address: string }) {
  return <title>{useAddressTitle(address)}</title>
}

/** Memoized, since a selection changes two of many nodes. */
export const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { placed, selected, related, lit, onPress, onOpen, onHover } = props
  const { item, x, y } = placed
  const place = `translate(${x} ${y})`
  const level = depthOf(placed)
  switch (item.kind) {
    case 'origin':
    case 'unmatched':
    case 'unsent':
      return null
    case 'fold':
      return (
        <g
          transform={place}
          role="treeitem"
          aria-level={level}
          aria-selected="false"
          aria-expanded="false"
          aria-label={`${item.count} more transactions`}
          tabIndex={-1}
          data-key={item.key}
          className={styles.fold}
          onClick={() => onPress(placed)}
        >
          <rect
            className={styles.pill}
            x="-18"
            y="-11"
            width={36 + Math.max(0, String(item.count).length - 2) * 8}
            height="22"
            rx="11"
          />
          <text className={styles.count} x={Math.max(0, String(item.count).length - 2) * 4} y="4">
            +{item.count}
          </text>
        </g>
      )
    case 'step': {
      const { step } = item
      const note = noteOf(step)
      return (
        <g
          transform={place}
          role="treeitem"
          aria-level={level}
          aria-selected={selected}
          aria-label={stepLabel(step)}
          tabIndex={selected ? 0 : -1}
          data-key={item.key}
          data-mark={accountKey(step.account.raw)}
          data-fault={faultOf(step)}
          data-pending={step.isEmulated ? '' : undefined}
          data-related={related ? '' : undefined}
          data-lit={lit ? '' : undefined}
          className={styles.node}
          onClick={() => onPress(placed)}
          onDoubleClick={() => onOpen(step)}
          onPointerEnter={() => onHover(step.account.raw)}
          onPointerLeave={() => onHover(undefined)}
          onFocus={() => onHover(step.account.raw)}
          onBlur={() => onHover(undefined)}
        >
          <NodeTitle address={step.account.address} />
          <Shape isWallet={step.account.isWallet} radius={24} className={styles.halo} />
          <Shape isWallet={step.account.isWallet} radius={20} className={styles.shape} />
          <text y="5" className={styles.letter}>
            {step.account.letter}
          </text>
          <Corner step={step} />
          <text y="36" className={styles.name}>
            <TraceName account={step.account} max={12} />
          </text>
          {note !== undefined && (
            <text y="49" className={styles.note}>
              {note.length > CAPTION_LENGTH ? `${note.slice(0, CAPTION_LENGTH - 1)}…` : note}
            </text>
          )}
        </g>
      )
    }
  }
})

function depthOf(placed: PlacedItem): number {
  return placed.parent ? depthOf(placed.parent) + 1 : 0
}
