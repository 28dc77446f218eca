import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { accountHistoryQuery, HISTORY_PAGE } from '../../api/accountHistory.ts'
import { useIndexStatus } from '../../api/indexStatus.ts'
import { useNetwork } from '../../api/network.tsx'
import footer from '../../components/ListParts.module.css'
import { Pager } from '../../components/Pager.tsx'
import { EmptyState } from '../../components/states.tsx'
import { TransactionTable } from '../../components/TransactionTable.tsx'
import { base64OfHex, hexOfBase64 } from '../../format/hexOfBase64.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import styles from './AccountHistory.module.css'
import { HistoryPending } from './HistoryPending.tsx'

const route = getRouteApi('/account/$address')

type AccountHistoryProps = {
  readonly address: string
  /**
   * The account's last transaction; lt 0 if the account has no state because it was never used or is deleted.
   */
  readonly last: TransactionIdJson
}

/** A note that the index lacks this history, with a link to fetch it. */
function NotKept({ address }: { readonly address: string }) {
  const index = useIndexStatus()
  if (!index || index.mode === 'readonly') return null
  return (
    <>
      {' · not indexed yet: '}
      <Link to="/index" search={{ account: address }}>
        fetch its whole history
      </Link>
    </>
  )
}

/** The meaning of an empty history. Without an index, a deleted account looks like an unused one. */
function NoTransactions({ isIndexed }: { readonly isIndexed: boolean }) {
  return (
    <EmptyState>
      {isIndexed
        ? 'No transactions of this account in the indexed blocks.'
        : 'This account has no state: it was never used, or it was deleted. Only an index has the transactions of a deleted account.'}
    </EmptyState>
  )
}

/** A page of an account's history, newest first, from the transaction in the URL or the last one. */
export function AccountHistory({ address, last }: AccountHistoryProps) {
  const search = route.useSearch()
  const { shown, handlers, release } = useStableList(last)
  const isFirst = search.lt === undefined || search.hash === undefined
  const start =
    search.lt === undefined || search.hash === undefined
      ? { lt: shown.lt, hash: shown.hash }
      : { lt: search.lt, hash: base64OfHex(search.hash) }
  // One more than the page shows: it begins the next page.
  const { data, error, isError, refetch } = useQuery(
    accountHistoryQuery(useNetwork(), address, start, HISTORY_PAGE + 1),
  )
  if (isError || !data) return <HistoryPending address={address} error={error} onRetry={() => refetch()} />
  if (data.views.length === 0) return <NoTransactions isIndexed={data.source === 'index'} />
  const next = data.views[HISTORY_PAGE]
  return (
    <div {...handlers} className={styles.history}>
      {isFirst && last.lt !== shown.lt && (
        <button type="button" className={styles.newer} onClick={release}>
          Show newer transactions
        </button>
      )}
      <TransactionTable views={data.views.slice(0, HISTORY_PAGE)} of={address} />
      {(next || !isFirst || data.source === 'liteservers') && (
        <footer className={footer.footer}>
          <span>
            {isFirst ? 'Newest first' : 'Older transactions'}
            {data.source === 'liteservers' && <NotKept address={address} />}
          </span>
          <Pager
            newest={
              isFirst ? undefined : (
                <Link to="." search={{ tab: search.tab, view: search.view }} resetScroll={false}>
                  Newest
                </Link>
              )
            }
            older={
              next && (
                <Link to="." search={{ ...search, lt: next.lt, hash: hexOfBase64(next.hash) }}>
                  Older
                </Link>
              )
            }
          />
        </footer>
      )}
    </div>
  )
}
