import { useState } from 'react'
import type { Action } from '../../actions/action.ts'
import { ActionItem } from '../../actions/components/ActionItem.tsx'
import { allActions, foldTraces } from '../../actions/foldTraces.ts'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import styles from './TraceActions.module.css'

/** More actions than these are folded. */
const SHOWN = 6

type TraceActionsProps = {
  readonly actions: readonly Action[]
  /** Transactions (hexadecimal hashes) of the action that is pointed at; undefined for none. */
  readonly onPoint: (transactions: ReadonlySet<string> | undefined) => void
  /** Selects the transaction of an action that is pressed. */
  readonly onSelect: (hash: string) => void
}

/** The transaction that an action begins with: the first that is its own, not the one that sent its first message. */
function firstOf({ transactions }: Action, order: readonly string[]): string | undefined {
  const own = order.filter((hash) => transactions.includes(hash))
  return own[1] ?? own[0]
}

/** The actions of a trace; each marks its transactions below while it is pointed at. */
export function TraceActions({
  actions,
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
  const hidden = all.length - shown.length
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
              <ActionItem action={action} />
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
      {(hidden > 0 || isWhole) && all.length > news.slice(0, SHOWN).length && (
        <button type="button" className={styles.toggle} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show ${hidden} more`}
        </button>
      )}
    </section>
  )
}
