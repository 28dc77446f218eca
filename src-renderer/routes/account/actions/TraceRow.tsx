import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Action } from '../../../actions/action.ts'
import { ActionIcon } from '../../../actions/components/ActionIcon.tsx'
import { ActionItem } from '../../../actions/components/ActionItem.tsx'
import { ActionSentence } from '../../../actions/components/ActionSentence.tsx'
import { FinalityChip } from '../../../actions/components/FinalityChip.tsx'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import { allActions, type TraceFold } from '../../../actions/foldTraces.ts'
import {
  isFailure,
  netMoves,
  type OwnMove,
  ownMoves,
  sentenceOf,
  withoutMoved,
} from '../../../actions/sentence.ts'
import { traceActionsQuery } from '../../../api/actions.ts'
import { useNetwork } from '../../../api/network.tsx'
import { Age } from '../../../components/Age.tsx'
import { Amount } from '../../../components/Amount.tsx'
import { ErrorState, Skeleton } from '../../../components/states.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { hexOfBase64 } from '../../../format/hexOfBase64.ts'
import styles from './TraceRow.module.css'

const SIGNS = { in: '+', out: '−', self: undefined } as const

function MoveAmount({ move: { asset, value, direction } }: { readonly move: OwnMove }) {
  const sign = value === 0n ? undefined : SIGNS[direction]
  return (
    <span className={styles.move} data-direction={value === 0n ? undefined : direction}>
      {asset === null ? (
        <Amount value={value} sign={sign} />
      ) : (
        <TokenAmount value={value} jetton={asset} sign={sign} />
      )}
    </span>
  )
}

type ExpandedProps = { readonly trace: TraceFold; readonly here: string }

/** All actions of the trace. Those in which the account takes part are marked. */
function Expanded({ trace, here }: ExpandedProps) {
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
            <ActionItem action={action} here={here} />
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
  readonly fresh: boolean
}

/**
 * A trace in an account's history: its main action, the account's gains and losses, and on demand all its
 * actions.
 */
export function TraceRow({ trace, here, fresh }: TraceRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { lead, more, echoes, finality, endUtime } = trace
  const line = describeAction(lead)
  const moves = netMoves(
    [lead, ...more].flatMap((action) => ownMoves(describeAction(action), action.success, here)),
  )
  const own = ownMoves(line, lead.success, here)
  const [first] = own
  const direction = own.length === 1 && first?.direction !== 'self' ? first?.direction : undefined
  const hidden = more.length + echoes.length
  const hash = trace.traceId ?? trace.key
  return (
    <li className={styles.row} data-fresh={fresh ? '' : undefined} data-trace={trace.key}>
      <div className={styles.line}>
        <ActionIcon kind={line.kind} failed={isFailure(line, lead.success)} direction={direction} />
        <p className={styles.sentence}>
          <ActionSentence parts={withoutMoved(sentenceOf(line, lead.success, here), own)} here={here} />
          {line.reason !== undefined && <span className={styles.reason}> ✕ {line.reason}</span>}{' '}
          <FinalityChip finality={finality} />
        </p>
        <span className={styles.moves}>
          {moves.map((move, i) => (
            <MoveAmount key={i} move={move} />
          ))}
        </span>
        <Link
          to="/trace/$hash"
          params={{ hash: hexOfBase64(hash) }}
          className={styles.age}
          aria-label="Open this trace"
        >
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
      {isOpen && <Expanded trace={trace} here={here} />}
    </li>
  )
}
