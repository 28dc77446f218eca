import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readAddress } from '#shared/ton/address.ts'
import { historyQuery } from '../../api/accounts.ts'
import { useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { useCanonicalUrl } from '../../api/useCanonicalUrl.ts'
import { RawView } from '../../components/RawView.tsx'
import { EmptyState, ErrorState, LoadingText, Skeleton, SkeletonRows } from '../../components/states.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { viewTransaction } from '../../decode/transactionView.ts'
import { base64OfHex } from '../../format/hexOfBase64.ts'
import { shortHash } from '../../format/shorten.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import { Messages } from './Messages.tsx'
import { Phases } from './Phases.tsx'
import { StateChange } from './StateChange.tsx'
import { TransactionHeader } from './TransactionHeader.tsx'
import styles from './TransactionPage.module.css'

const route = getRouteApi('/transaction/$account/$lt/$hash')

export function TransactionPage() {
  const { account, lt, hash } = route.useParams()
  const isNamed =
    readAddress(account).kind === 'address' && /^\d{1,20}$/.test(lt) && /^[0-9a-f]{64}$/.test(hash)
  return isNamed ? (
    <Transaction key={hash} account={account} lt={lt} hash={hash} />
  ) : (
    <NotReadable
      title="This is not a transaction"
      sentence="The path of a transaction has an account, a logical time, and a hash of 64 hexadecimal digits."
    />
  )
}

type TransactionProps = { readonly account: string; readonly lt: string; readonly hash: string }

function Transaction({ account, lt, hash }: TransactionProps) {
  useCanonicalUrl(account)
  const start = { lt, hash: base64OfHex(hash) }
  const answer = useQuery(historyQuery(useNetwork(), account, start, 1))
  const json = answer.data?.result[0]
  const view = useMemo(() => json && viewTransaction(json), [json])
  return (
    <>
      <title>{`Transaction ${shortHash(hash)} · Tonscope`}</title>
      {!view && <h1 className="visually-hidden">Transaction</h1>}
      {answer.isError ? (
        <div className={styles.panel}>
          <ErrorState error={answer.error} what="this transaction" onRetry={() => answer.refetch()} />
        </div>
      ) : !answer.data ? (
        <div className={styles.waiting}>
          <LoadingText what="the transaction" />
          <Skeleton width="60%" height={22} />
          <Skeleton width="100%" height={120} />
          <div className={styles.panel}>
            <SkeletonRows rows={6} columns={4} />
          </div>
        </div>
      ) : view ? (
        <>
          <TransactionHeader view={view} />
          <Parts answer={answer.data} view={view} />
        </>
      ) : (
        <div className={styles.panel}>
          <EmptyState>This account has no transaction with this lt and hash.</EmptyState>
        </div>
      )}
    </>
  )
}

type PartsProps = { readonly answer: Answer<unknown>; readonly view: ReturnType<typeof viewTransaction> }

function Parts({ answer, view }: PartsProps) {
  const navigate = useNavigate()
  const { tab } = route.useSearch()
  return (
    <Tabs
      label="Transaction sections"
      current={tab ?? 'overview'}
      onChange={(name) =>
        navigate({
          to: '.',
          search: { tab: name === 'overview' ? undefined : name },
          replace: true,
          resetScroll: false,
        })
      }
      tabs={[
        {
          name: 'overview',
          label: 'Overview',
          content: (
            <>
              <Phases view={view} />
              <Messages view={view} />
              <StateChange view={view} />
            </>
          ),
        },
        { name: 'raw', label: 'Raw', content: <RawView answers={[answer]} /> },
      ]}
    />
  )
}
