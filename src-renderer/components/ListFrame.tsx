import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../api/request.ts'
import { coverageNote } from '../format/coverageNote.ts'
import type { IndexTarget } from '../format/findJob.ts'
import styles from './ListFrame.module.css'
import { Unread } from './NotIndexed.tsx'
import { EmptyState, LoadingText, SkeletonRows } from './states.tsx'

type ListFrameProps<Result, Row> = {
  readonly query: UseQueryResult<Answer<Result>>
  readonly rowsOf: (result: Result) => readonly Row[]
  /** The name of the list: "the holders of this jetton". */
  readonly what: string
  /** Shown if the list is empty. */
  readonly none: string
  readonly target: IndexTarget
  /** Number of columns of the placeholder. */
  readonly columns: number
  readonly children: (rows: readonly Row[], result: Result) => ReactNode
}

/** A list in one of its states: loading, not indexed, failed, empty, or with rows. */
export function ListFrame<Result, Row>(props: ListFrameProps<Result, Row>) {
  const { query, rowsOf, what, none, target, columns, children } = props
  const { data, error, isError, refetch } = query
  if (isError) return <Unread error={error} what={what} target={target} onRetry={() => refetch()} />
  if (!data) {
    return (
      <>
        <LoadingText what={what} />
        <SkeletonRows rows={6} columns={columns} />
      </>
    )
  }
  const rows = rowsOf(data.result)
  const waiting = coverageNote(data.coverage)
  return (
    <>
      {waiting !== undefined && <p className={styles.note}>{waiting}</p>}
      {rows.length === 0 ? <EmptyState>{none}</EmptyState> : children(rows, data.result)}
    </>
  )
}
