import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react'
import { useAddressTitle } from '../../api/useAddress.ts'
import { Amount } from '../../components/Amount.tsx'
import { classNames } from '../../components/classNames.ts'
import { MessageAmount } from '../../components/MessageAmount.tsx'
import table from '../../components/Table.module.css'
import { outcomeWords, verdictOf } from '../../decode/outcome.ts'
import {
  messageWords,
  stepWords,
  type TraceAccount,
  type TraceModel,
  type TraceStep,
  type UnmatchedMessage,
} from '../../decode/traceModel.ts'
import { exitText } from './exitText.ts'
import { Letter } from './Letter.tsx'
import { TraceName } from './TraceName.tsx'
import styles from './TraceOutline.module.css'

type Row = { readonly level: number; readonly key: string } & (
  | { readonly kind: 'step'; readonly step: TraceStep }
  | { readonly kind: 'unmatched'; readonly message: UnmatchedMessage }
)

function rowsOf(roots: readonly TraceStep[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const waiting = roots.toReversed().map((step): Row => ({ kind: 'step', step, level: 1, key: step.hash }))
  // Without recursion, which a long chain would exhaust.
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row)
    if (row.kind !== 'step' || closed.has(row.key)) continue
    const level = row.level + 1
    const { children, unmatched } = row.step
    for (const message of unmatched.toReversed()) {
      waiting.push({ kind: 'unmatched', message, level, key: message.json.hash })
    }
    for (const step of children.toReversed()) waiting.push({ kind: 'step', step, level, key: step.hash })
  }
  return rows
}

function hasMore(step: TraceStep): boolean {
  return step.children.length + step.unmatched.length > 0
}

function OutlineName({ account }: { readonly account: TraceAccount }) {
  return (
    <span className={styles.name} title={useAddressTitle(account.address)}>
      <TraceName account={account} max={24} />
    </span>
  )
}

type StepRowProps = {
  readonly step: TraceStep
  readonly level: number
  readonly open: boolean
  readonly selected: boolean
  /** True for transactions of the action under the pointer. */
  readonly lit: boolean
  readonly onSelect: (step: TraceStep) => void
  readonly onFold: (step: TraceStep, close: boolean) => void
}

/** Memoized, since a selection changes two of many rows. */
const StepRow = memo(function StepRow(props: StepRowProps) {
  const { step, level, open, selected, lit, onSelect, onFold } = props
  const { account, view, outcome } = step
  const message = view.inMessage
  return (
    <tr
      aria-level={level}
      aria-selected={selected}
      aria-expanded={hasMore(step) ? open : undefined}
      tabIndex={selected ? 0 : -1}
      data-key={step.hash}
      data-lit={lit ? '' : undefined}
      className={styles.row}
      onClick={() => onSelect(step)}
    >
      <th scope="row" className={styles.tree} style={{ '--level': level - 1 }}>
        <span className={styles.who}>
          <button
            type="button"
            className={styles.fold}
            tabIndex={-1}
            aria-hidden="true"
            data-open={open ? '' : undefined}
            data-empty={hasMore(step) ? undefined : ''}
            onClick={(event) => {
              event.stopPropagation()
              onFold(step, open)
            }}
          >
            <ChevronRight aria-hidden="true" size={14} strokeWidth={1.75} />
          </button>
          <Letter account={account} />
          <OutlineName account={account} />
          {account.role !== undefined && <span className={styles.role}>{account.role}</span>}
        </span>
      </th>
      <td className={styles.words}>
        {step.isReturn && <span className={styles.return}>↩ </span>}
        <bdi>{stepWords(step)}</bdi>
      </td>
      <td className={table.number}>
        {message?.source === undefined ? (
          <span className={table.quiet}>–</span>
        ) : (
          <MessageAmount of={message} bare />
        )}
      </td>
      <td className={classNames(table.number, table.wide, table.quiet)}>
        <Amount value={view.fee} bare />
      </td>
      <td className={styles.exit} data-verdict={verdictOf(outcome)} title={outcomeWords(outcome)}>
        {exitText(outcome, step.isEmulated)}
      </td>
    </tr>
  )
})

function LooseRow({ message, level }: { readonly message: UnmatchedMessage; readonly level: number }) {
  return (
    <tr aria-level={level} className={styles.unmatchedRow}>
      <th scope="row" className={styles.tree} style={{ '--level': level - 1 }}>
        <span className={styles.who}>
          <span className={styles.fold} data-empty="" />
          {message.to ? <Letter account={message.to} /> : <span className={styles.log}>log</span>}
          {message.to && <OutlineName account={message.to} />}
        </span>
      </th>
      <td className={styles.words}>
        <bdi>{messageWords(message.view)}</bdi>
      </td>
      <td className={table.number}>
        {message.kind === 'log' ? (
          <span className={table.quiet}>–</span>
        ) : (
          <MessageAmount of={message.view} bare />
        )}
      </td>
      <td className={classNames(table.number, table.wide)} />
      <td className={styles.exit}>{message.kind === 'log' ? '' : 'not delivered'}</td>
    </tr>
  )
}

type TraceOutlineProps = {
  readonly model: TraceModel
  readonly selected: TraceStep | undefined
  /** Hashes of the transactions of the action under the pointer. */
  readonly lit: ReadonlySet<string> | undefined
  readonly onSelect: (step: TraceStep) => void
  readonly onOpen: (step: TraceStep) => void
  /** Shows all rows of a large trace at once, for printing. */
  readonly isWhole?: boolean
}

/** Number of rows that are shown at first, and that a press adds. */
const ROWS = 100

/** Returns how many rows are shown: at least until the selected step. */
function useRowCount(rows: readonly Row[], selected: TraceStep | undefined, isWhole: boolean) {
  const [count, setCount] = useState(ROWS)
  const at = selected ? rows.findIndex(({ key }) => key === selected.hash) : -1
  const needed = Math.ceil((at + 1) / ROWS) * ROWS
  return {
    shown: isWhole ? rows.length : Math.max(count, needed),
    showMore: () => setCount(Math.max(count, needed) + ROWS),
  }
}

/** The trace as a tree table, for screen readers, copying and printing. */
export function TraceOutline({ model, selected, lit, onSelect, onOpen, isWhole = false }: TraceOutlineProps) {
  const frame = useRef<HTMLTableElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => rowsOf(model.roots, closed), [model, closed])
  const { shown, showMore } = useRowCount(rows, selected, isWhole)
  const steps = rows.flatMap((row) => (row.kind === 'step' ? [row.step] : []))
  const fold = useCallback((step: TraceStep, close: boolean) => {
    setClosed((before) => {
      const next = new Set(before)
      if (close) next.add(step.hash)
      else next.delete(step.hash)
      return next
    })
  }, [])
  const go = (step: TraceStep | undefined) => {
    if (!step) return
    onSelect(step)
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-key="${step.hash}"]`)?.focus(),
    )
  }
  const press = (event: KeyboardEvent) => {
    const at = steps.findIndex(({ hash }) => hash === selected?.hash)
    const step = steps[at]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = hasMore(step) && !closed.has(step.hash)
    if (event.key === 'ArrowDown') go(steps[at + 1])
    else if (event.key === 'ArrowUp') go(steps[at - 1])
    else if (event.key === 'ArrowRight') isOpen ? go(step.children[0]) : fold(step, false)
    else if (event.key === 'ArrowLeft') isOpen ? fold(step, true) : go(step.parent)
    else if (event.key === 'Home') go(steps[0])
    else if (event.key === 'End') go(steps.at(-1))
    else if (event.key === 'Enter') onOpen(step)
    else return
    event.preventDefault()
  }
  return (
    <div className={table.scroll}>
      <table
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is a tree
        role="treegrid"
        aria-label="Outline of the trace"
        className={classNames(table.table, table.dense, styles.outline)}
        onKeyDown={press}
      >
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Message</th>
            <th scope="col" className={table.number}>
              Value, TON
            </th>
            <th scope="col" className={classNames(table.number, table.wide)}>
              Fee, TON
            </th>
            <th scope="col" className={styles.exit}>
              Exit
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .slice(0, shown)
            .map((row) =>
              row.kind === 'step' ? (
                <StepRow
                  key={row.key}
                  step={row.step}
                  level={row.level}
                  open={!closed.has(row.step.hash)}
                  selected={row.step.hash === selected?.hash}
                  lit={lit?.has(row.step.hash) === true}
                  onSelect={onSelect}
                  onFold={fold}
                />
              ) : (
                <LooseRow key={row.key} message={row.message} level={row.level} />
              ),
            )}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className={styles.more} onClick={showMore}>
          Show {Math.min(ROWS, rows.length - shown)} of {rows.length - shown} more
        </button>
      )}
    </div>
  )
}
