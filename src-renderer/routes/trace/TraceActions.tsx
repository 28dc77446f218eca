import { useState } from 'react'
import type { Action } from '../../actions/action.ts'
import { actionFault } from '../../actions/actionResult.ts'
import { ActionItem } from '../../actions/components/ActionItem.tsx'
import { allActions, foldTraces } from '../../actions/foldTraces.ts'
import type { Outcome } from '../../decode/outcome.ts'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import styles from './TraceActions.module.css'

/** Maximum number of actions that are shown at first. */
const SHOWN = 6

type TraceActionsProps = {
  readonly actions: readonly Action[]
  /** Outcomes of failed transactions, by hash (base64). */
  readonly failures: ReadonlyMap<string, Outcome>
  /** Called with the transactions (hexadecimal hashes) of the action under the pointer, or undefined. */
  readonly onPoint: (transactions: ReadonlySet<string> | undefined) => void
  /** Selects the first transaction of a pressed action. */
  readonly onSelect: (hash: string) => void
}

/** Returns the first transaction of an action itself, without the one that sent its first message. */
function firstOf({ transactions }: Action, order: readonly string[]): string | undefined {
  const own = order.filter((hash) => transactions.includes(hash))
  return own[1] ?? own[0]
}

/** The actions of a trace. The action under the pointer highlights its transactions. */
export function TraceActions({
  actions,
  failures,
  order,
  onPoint,
  onSelect,
}: TraceActionsProps & { readonly order: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const [trace] = foldTraces(actions)
  if (!trace) return null
  const all = allActions(trace)
  const news = [trace.lead, ...trace.more]
  const shown = isWhole ? all : news.slice(0, SHOWN)
  return (
    <section className={styles.actions} aria-label="Actions">
      <ol>
        {shown.map((action) => {
          const hashes = new Set(action.transactions.map(hexOfBase64))
          const first = firstOf(action, order)
          return (
            <li
              key={action.action_id}
              className={styles.action}
              onPointerEnter={() => onPoint(hashes)}
              onPointerLeave={() => onPoint(undefined)}
            >
              <ActionItem action={action} fault={actionFault(action, failures)} />
              {first !== undefined && (
                <button
                  type="button"
                  className={styles.steps}
                  title="Select where it begins"
                  onFocus={() => onPoint(hashes)}
                  onBlur={() => onPoint(undefined)}
                  onClick={() => onSelect(hexOfBase64(first))}
                >
                  {hashes.size} {hashes.size === 1 ? 'transaction' : 'transactions'}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {all.length > news.slice(0, SHOWN).length && (
        <button type="button" className={styles.toggle} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${all.length} actions`}
        </button>
      )}
    </section>
  )
}
