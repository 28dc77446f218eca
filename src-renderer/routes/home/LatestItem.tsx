import { Link } from '@tanstack/react-router'
import { ActionItem } from '../../actions/components/ActionItem.tsx'
import { OtherActions } from '../../actions/components/OtherActions.tsx'
import type { TraceFold } from '../../actions/foldTraces.ts'
import { traceFault } from '../../actions/traceFacts.ts'
import type { TraceReading } from '../../api/traceFacts.ts'
import { Age } from '../../components/Age.tsx'
import { Skeleton } from '../../components/states.tsx'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import styles from './LatestItem.module.css'

type LatestItemProps = {
  readonly trace: TraceFold
  readonly reading: TraceReading
  readonly fresh: boolean
}

/** A trace in the list of the latest actions. */
export function LatestItem({ trace, reading, fresh }: LatestItemProps) {
  const { lead, endUtime } = trace
  return (
    <li className={styles.item} data-fresh={fresh ? '' : undefined} data-trace={trace.key}>
      <ActionItem action={lead} fault={traceFault(trace, reading.facts)}>
        <OtherActions trace={trace} className={styles.more} />
      </ActionItem>
      <Link
        to="/trace/$hash"
        params={{ hash: hexOfBase64(trace.traceId ?? trace.key) }}
        className={styles.age}
        aria-label="Open this trace"
      >
        <Age utime={endUtime} />
      </Link>
    </li>
  )
}

/** Placeholders of rows. */
export function LatestSkeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, i) => (
    <li key={i} className={styles.item} aria-hidden="true">
      <Skeleton width={16} />
      <span className={styles.sentence}>
        <Skeleton width={`${68 - (i % 4) * 9}%`} />
      </span>
      <Skeleton width={28} />
    </li>
  ))
}
