import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { WatchedAccount, WatchedAccounts } from '#shared/schema/indexer.ts'
import { ApiFailure } from '../../api/apiFailure.ts'
import { useIndexCall } from '../../api/indexStatus.ts'
import { watchedPageQuery } from '../../api/watched.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Age } from '../../components/Age.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip, type ChipTone } from '../../components/Chip.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { OffsetPager } from '../../components/OffsetPager.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState, ErrorState, NotAvailable, Skeleton } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { useAction } from '../../hooks/useAction.ts'
import styles from './WatchedPage.module.css'

/** Number of accounts on a page. */
const PAGE = 50

const number = (value: number) => value.toLocaleString('en')

const STATES: Readonly<Record<WatchedAccount['state'], readonly [tone: ChipTone, word: string]>> = {
  waiting: ['plain', 'waiting'],
  reading: ['plain', '… reading'],
  current: ['good', '✓ current'],
  failed: ['bad', '✕ failed'],
  offline: ['warn', 'offline'],
}

/** What is read of a history: `27 transactions, all`. */
function Depth({ account }: { readonly account: WatchedAccount }) {
  const { transactions, is_complete: isComplete, oldest_utime: oldest } = account
  return (
    <>
      {transactions.toLocaleString('en')} {transactions === 1 ? 'transaction' : 'transactions'}
      {isComplete
        ? ', all'
        : oldest !== null && (
            <>
              , oldest <Age utime={oldest} long />
            </>
          )}
    </>
  )
}

/** `2,000, 5 being read, 1 failed`. */
function countText({ total, reading, failed }: WatchedAccounts): string {
  return [
    number(total),
    ...(reading > 0 ? [`${number(reading)} being read`] : []),
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
  ].join(', ')
}

type RowProps = {
  readonly account: WatchedAccount
  readonly isWorking: boolean
  readonly onRemove: () => void
}

function Row({ account, isWorking, onRemove }: RowProps) {
  const [tone, word] = STATES[account.state]
  const open = account.open_traces
  return (
    <tr>
      <th scope="row">
        <AccountLink address={account.account} pictured />
        <span className={styles.narrow}>
          <Depth account={account} />
        </span>
        {account.detail !== null && <span className={styles.detail}>{account.detail}</span>}
        {open > 0 && (
          <span className={styles.detail}>
            {open} {open === 1 ? 'trace is' : 'traces are'} not whole
          </span>
        )}
      </th>
      <td>
        <Chip tone={tone}>{word}</Chip>
      </td>
      <td className={table.wide}>
        <Depth account={account} />
      </td>
      <td className={table.wide}>
        {account.newest_utime === null ? (
          <span className={table.quiet}>–</span>
        ) : (
          <Age utime={account.newest_utime} long />
        )}
      </td>
      <td className={styles.action}>
        <Button disabled={isWorking} aria-label={`Stop watching ${account.account}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

type AccountsProps = { readonly page: WatchedAccounts; readonly offset: number }

function Accounts({ page, offset }: AccountsProps) {
  const { accounts, total } = page
  const { state, working, run } = useAction()
  const call = useIndexCall()
  if (total === 0) {
    return (
      <Panel title="Accounts" flush>
        <EmptyState>
          No account is watched. The star beside the address on an account's page adds one.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      <LastAction brief state={state} />
      <Panel title="Accounts" note={countText(page)} flush>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">State</th>
              <th scope="col" className={table.wide}>
                Read
              </th>
              <th scope="col" className={table.wide}>
                Last change
              </th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <Row
                key={account.account}
                account={account}
                isWorking={working}
                onRemove={() =>
                  run('removing', call('unwatch', { account: account.account }), () => undefined)
                }
              />
            ))}
          </tbody>
        </table>
        <OffsetPager
          note={
            accounts.length === 0
              ? 'No more accounts'
              : `${number(offset + 1)}–${number(offset + accounts.length)} of ${number(total)}`
          }
          offset={offset}
          limit={PAGE}
          hasMore={offset + accounts.length < total}
          search={{}}
        />
      </Panel>
    </>
  )
}

/** The watched accounts and what is read of each. */
export function WatchedPage() {
  const { skip } = getRouteApi('/watched').useSearch()
  const offset = Number(skip ?? 0)
  const { data, error, isError, refetch } = useQuery(watchedPageQuery({ limit: PAGE, offset }))
  return (
    <>
      <title>Watched accounts · Tonscope</title>
      <PageHeader
        title="Watched accounts"
        note="Their histories are kept on this machine and kept up to date"
        actions={<Link to="/labels">Names of accounts</Link>}
      />
      {data ? (
        <Accounts page={data} offset={offset} />
      ) : !isError ? (
        <Skeleton width="100%" height={240} />
      ) : error instanceof ApiFailure && error.status === 404 ? (
        <NotAvailable>This network is served without an index.</NotAvailable>
      ) : (
        <Panel title="Accounts" flush>
          <ErrorState error={error} what="the watched accounts" onRetry={() => refetch()} />
        </Panel>
      )}
    </>
  )
}
