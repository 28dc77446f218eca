import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Action } from '../../../actions/action.ts'
import { actionFault } from '../../../actions/actionResult.ts'
import { ActionIcon } from '../../../actions/components/ActionIcon.tsx'
import { ActionItem } from '../../../actions/components/ActionItem.tsx'
import { ActionSentence } from '../../../actions/components/ActionSentence.tsx'
import { FinalityChip } from '../../../actions/components/FinalityChip.tsx'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import { allActions, type TraceFold } from '../../../actions/foldTraces.ts'
import { type OwnMove, ownMoves, sentenceOf, withoutMoved } from '../../../actions/sentence.ts'
import { traceFault } from '../../../actions/traceFacts.ts'
import { traceActionsQuery } from '../../../api/actions.ts'
import { useNetwork } from '../../../api/network.tsx'
import type { TraceReading } from '../../../api/traceFacts.ts'
import { Age } from '../../../components/Age.tsx'
import { FaultNote } from '../../../components/FailureNote.tsx'
import { ErrorState, Skeleton } from '../../../components/states.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { hexOfBase64 } from '../../../format/hexOfBase64.ts'
import { ChangeList } from './ChangeList.tsx'
import styles from './TraceRow.module.css'

type ExpandedProps = Omit<TraceRowProps, 'fresh'>

/** All actions of the trace. Those in which the account takes part are marked. */
function Expanded({ trace, here, reading }: ExpandedProps) {
  const own = allActions(trace)
  const { data, error, isError, refetch } = useQuery({
    ...traceActionsQuery(useNetwork(), trace.traceId ?? ''),
    enabled: trace.traceId !== null && trace.finality === 'finalized',
  })
  const isOwn = new Set(own.map(({ action_id }) => action_id))
  const all: readonly Action[] = data?.result.actions ?? own
  return (
    <div className={styles.expanded}>
      {isError && <ErrorState error={error} what="the whole trace" onRetry={() => refetch()} />}
      <ol className={styles.actions}>
        {all.map((action) => (
          <li
            key={action.action_id}
            className={styles.action}
            data-other={isOwn.has(action.action_id) ? undefined : ''}
          >
            <ActionItem action={action} fault={actionFault(action, reading.facts?.failures)} here={here} />
          </li>
        ))}
        {!data && !isError && trace.traceId !== null && trace.finality === 'finalized' && (
          <li className={styles.action} aria-hidden="true">
            <Skeleton width={16} />
            <Skeleton width="60%" />
          </li>
        )}
      </ol>
    </div>
  )
}

type TraceRowProps = {
  readonly trace: TraceFold
  /** Key of the account of the history. */
  readonly here: string
  readonly reading: TraceReading
  readonly fresh: boolean
}

/** Returns the amounts of the sentence that the row shows beside it. Before the trace is read, those of the action. */
function shownMoves(own: readonly OwnMove[], { facts, unread }: TraceReading): readonly OwnMove[] {
  if (unread !== undefined) return []
  if (!facts) return own
  const { coins, jettons } = facts.changes
  return own.filter(({ asset, value, direction }) => {
    const change = asset === null ? coins : jettons.get(accountKey(asset))
    return change === (direction === 'out' ? -value : value)
  })
}

/**
 * A trace in an account's history: its main action, the changes of the account's assets, and on demand all its
 * actions.
 */
export function TraceRow({ trace, here, reading, fresh }: TraceRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { lead, more, echoes, finality, endUtime } = trace
  const line = describeAction(lead)
  const own = ownMoves(line, lead.success, here)
  const [first] = own
  const direction = own.length === 1 && first?.direction !== 'self' ? first?.direction : undefined
  const hidden = more.length + echoes.length
  const hash = hexOfBase64(trace.traceId ?? trace.key)
  const fault = traceFault(trace, reading.facts)
  return (
    <li className={styles.row} data-fresh={fresh ? '' : undefined} data-trace={trace.key}>
      <div className={styles.line}>
        <ActionIcon kind={line.kind} fault={fault} direction={direction} />
        <p className={styles.sentence}>
          <ActionSentence
            parts={withoutMoved(sentenceOf(line, lead.success, here), shownMoves(own, reading))}
            here={here}
          />{' '}
          {fault?.words !== undefined && <FaultNote kind={fault.kind} words={fault.words} />}{' '}
          <FinalityChip finality={finality} />
        </p>
        <div className={styles.moves}>
          <ChangeList reading={reading} hash={hash} />
        </div>
        <Link to="/trace/$hash" params={{ hash }} className={styles.age} aria-label="Open this trace">
          <Age utime={endUtime} />
        </Link>
        <button
          type="button"
          className={styles.expand}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Show less' : 'Show all actions of this trace'}
          onClick={() => setOpen(!isOpen)}
        >
          {hidden > 0 && `+${hidden}`}
          <ChevronDown aria-hidden="true" size={14} strokeWidth={1.75} />
        </button>
      </div>
      {isOpen && <Expanded trace={trace} here={here} reading={reading} />}
    </li>
  )
}
