import { useEffect, useRef } from 'react'
import type { Action } from '../../actions/action.ts'
import { actionFault } from '../../actions/actionResult.ts'
import { ActionItem } from '../../actions/components/ActionItem.tsx'
import { allActions, foldTraces } from '../../actions/foldTraces.ts'
import { Figure } from '../../components/Amount.tsx'
import { classNames } from '../../components/classNames.ts'
import type { Outcome } from '../../decode/outcome.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import styles from './TraceActions.module.css'

/** Maximum number of actions that are shown at first. */
const SHOWN = 20

type TraceActionsProps = {
  readonly actions: readonly Action[]
  /** Outcomes of failed transactions, by hash (base64). */
  readonly failures: ReadonlyMap<string, Outcome>
  readonly steps: readonly TraceStep[]
  /** The transaction under the pointer, or the selected one: its actions are marked. */
  readonly step: TraceStep | undefined
  /** Shows all actions, receipts and deployments included. */
  readonly isWhole: boolean
  readonly onWhole: (isWhole: boolean) => void
  /** Called with the action under the pointer, or undefined. */
  readonly onPoint: (action: Action | undefined) => void
  /** Called with a pressed action and its first transaction. */
  readonly onSelect: (action: Action, first: TraceStep) => void
}

/** Returns the first transaction of an action itself, without the one that sent its first message. */
function firstOf({ transactions }: Action, steps: readonly TraceStep[]): TraceStep | undefined {
  const hashes = new Set(transactions)
  const isOwn = ({ json }: TraceStep) => hashes.has(json.hash)
  const first = steps.findIndex(isOwn)
  return steps.slice(first + 1).find(isOwn) ?? steps[first]
}

type ActionRowProps = Pick<TraceActionsProps, 'failures' | 'steps' | 'step' | 'onPoint' | 'onSelect'> & {
  readonly action: Action
}

function ActionRow({ action, failures, steps, step, onPoint, onSelect }: ActionRowProps) {
  const first = firstOf(action, steps)
  const count = action.transactions.length
  const isMarked = step !== undefined && action.transactions.includes(step.json.hash)
  return (
    <li
      className={styles.action}
      data-current={isMarked ? '' : undefined}
      onPointerEnter={() => onPoint(action)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <ActionItem action={action} fault={actionFault(action, failures)} />
      {first && (
        <button
          type="button"
          className={styles.steps}
          title="Select where it begins"
          aria-pressed={isMarked}
          onFocus={() => onPoint(action)}
          onBlur={() => onPoint(undefined)}
          onClick={() => onSelect(action, first)}
        >
          {count} {count === 1 ? 'transaction' : 'transactions'}
        </button>
      )}
    </li>
  )
}

/** The same value is in TraceActions.module.css. */
const LIST_PADDING = 4

/** Scrolls a list, and nothing around it, to its first marked row when another transaction is marked. */
function useShownMark(step: TraceStep | undefined) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = list.current
    const row = step && box?.querySelector<HTMLElement>('[data-current]')
    if (!box || !row || box.matches(':hover, :focus-within')) return
    // The box is the row's offset parent.
    const top = row.offsetTop
    const isIn = top >= box.scrollTop && top + row.offsetHeight <= box.scrollTop + box.clientHeight
    if (!isIn) box.scrollTop = top - LIST_PADDING
  }, [step])
  return list
}

/**
 * The actions of a trace with more than one. The action under the pointer marks its transactions, and a transaction its
 * actions.
 */
export function TraceActions({ actions, isWhole, onWhole, ...row }: TraceActionsProps) {
  const list = useShownMark(row.step)
  const [trace] = foldTraces(actions)
  const all = trace ? allActions(trace) : []
  if (!trace || all.length < 2) return null
  const news = [trace.lead, ...trace.more].slice(0, SHOWN)
  const shown = isWhole ? all : news
  return (
    <section className={classNames(styles.actions, isWhole && styles.whole)} aria-label="Actions">
      <div ref={list} className={styles.scroll}>
        <ol>
          {shown.map((action) => (
            <ActionRow key={action.action_id} action={action} {...row} />
          ))}
        </ol>
        {all.length > news.length && (
          <button type="button" className={styles.toggle} onClick={() => onWhole(!isWhole)}>
            {isWhole ? (
              'Show fewer'
            ) : (
              <>
                Show all <Figure value={all.length} /> actions
              </>
            )}
          </button>
        )}
      </div>
    </section>
  )
}
