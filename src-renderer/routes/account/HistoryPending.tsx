import { Unread } from '../../components/NotIndexed.tsx'
import { LoadingText, SkeletonRows } from '../../components/states.tsx'

type HistoryPendingProps = {
  readonly address: string
  /** Why the history could not be read; null while it is being read. */
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Shown in place of an account's history until it is read, or when it could not be read. */
export function HistoryPending({ address, error, onRetry }: HistoryPendingProps) {
  if (error)
    return <Unread error={error} what="the history" target={{ kind: 'account', address }} onRetry={onRetry} />
  return (
    <>
      <LoadingText what="the history" />
      <SkeletonRows rows={8} columns={4} />
    </>
  )
}
