import type { WatchedAccount, WatchedAccounts } from '#shared/schema/indexer.ts'

/** Formats watched accounts, each as one line. */
export function watchedLines({ accounts, total }: WatchedAccounts): readonly string[] {
  return total === 0 ? ['no account is watched'] : accounts.map(watchedLine)
}

/** Formats what is left after an account was removed. */
export function othersLines(answer: WatchedAccounts): readonly string[] {
  const more = answer.total - answer.accounts.length
  return [...watchedLines(answer), ...(more > 0 ? [`and ${more} more`] : [])]
}

function watchedLine(account: WatchedAccount): string {
  const { transactions, oldest_utime: oldest, newest_utime: newest, open_traces: open } = account
  const extent = account.is_complete ? 'all' : oldest === null ? undefined : `since ${dateOf(oldest)}`
  const parts = [
    account.account,
    account.state,
    `depth ${account.depth}`,
    `${transactions} ${transactions === 1 ? 'transaction' : 'transactions'}${extent ? ` (${extent})` : ''}`,
    ...(newest === null ? [] : [`last change ${dateOf(newest)}`]),
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'trace is' : 'traces are'} not whole`]),
    ...(account.detail === null ? [] : [account.detail]),
  ]
  return parts.join(', ')
}

/** Formats Unix seconds as `2026-01-31 12:00:00Z`. */
function dateOf(utime: number): string {
  return new Date(utime * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z')
}
