import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useIndexCall } from '../../api/indexStatus.ts'
import { watchedQuery } from '../../api/watched.ts'
import { useAction } from '../../hooks/useAction.ts'
import styles from './LabelButton.module.css'

/** A star that watches an account: its history is kept on this machine and kept up to date. */
export function WatchButton({ address }: { readonly address: string }) {
  const { data } = useQuery(watchedQuery(address))
  const { state, working, run } = useAction()
  const call = useIndexCall()
  if (!data) return null
  const isWatched = data.accounts.length > 0
  const title = isWatched
    ? 'Stop watching this account'
    : 'Watch this account: its history is kept on this machine and kept up to date'
  const name = isWatched ? 'unwatch' : 'watch'
  const failure = state.kind === 'failed' ? state.reason : undefined
  return (
    <button
      type="button"
      className={styles.edit}
      aria-label="Watch this account"
      aria-pressed={isWatched}
      title={failure ?? title}
      disabled={working}
      onClick={() => run(name, call(name, { account: address }), () => undefined)}
    >
      <Star aria-hidden="true" size={14} strokeWidth={1.75} fill={isWatched ? 'currentColor' : 'none'} />
    </button>
  )
}
