import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { readAddress } from '#shared/ton/address.ts'
import { accountQuery } from '../../api/accounts.ts'
import { useIdentity, useIdentityState } from '../../api/identityContext.tsx'
import { useHead, useNetwork } from '../../api/network.tsx'
import { useReadAddress } from '../../api/useAddress.ts'
import { useCalledAccount } from '../../api/useCalledAccount.ts'
import { useCanonicalUrl } from '../../api/useCanonicalUrl.ts'
import { RawView } from '../../components/RawView.tsx'
import { ErrorState, LoadingText, Skeleton, SkeletonRows } from '../../components/states.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { type AccountKind, claimedKinds } from '../../decode/accountKinds.ts'
import { addressFaultText } from '../../decode/addressFault.ts'
import { shortAddress } from '../../format/shorten.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import type { AccountTab } from '../searchParams.ts'
import { AccountHeader } from './AccountHeader.tsx'
import { AccountMessages } from './AccountMessages.tsx'
import styles from './AccountPage.module.css'
import { HistoryTab } from './actions/HistoryTab.tsx'
import { assetTabs } from './assetTabs.tsx'
import { ContractTab } from './contract/ContractTab.tsx'
import { ContractPanels } from './contracts/ContractPanels.tsx'
import { areSettled, isFirstTabSettled, useContracts } from './contracts/useContracts.ts'
import { MethodsTab } from './methods/MethodsTab.tsx'

const route = getRouteApi('/account/$address')

/** The page of an account. */
export function AccountPage() {
  const { address: written } = route.useParams()
  const reading = readAddress(written)
  if (reading.kind === 'fault') {
    const fault = addressFaultText(reading.fault, written)
    return (
      <NotReadable
        title="This is not an account address"
        sentence={`“${written}” is not an address. ${fault}.`}
      />
    )
  }
  return <Account key={accountKey(written)} written={written} />
}

/** Interval at which names and kinds are read again: the index verifies contracts after their block. */
const IDENTITY_MS = 10_000
const NO_KINDS: ReadonlySet<AccountKind> = new Set()

/** Returns whether `now` has ever been true. */
function useLatch(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}

/** Returns the first value since `isReady` is true; until then the current one. */
function useFirst<T>(now: T, isReady: boolean): T {
  const [first, setFirst] = useState<T>()
  if (isReady && first === undefined) setFirst(now)
  return first ?? now
}

/** Reads the account's state, its identity and its contracts. */
function useAccount(written: string) {
  const network = useNetwork()
  const head = useHead()
  const account = useQuery({
    ...accountQuery(network, written, head?.seqno ?? 0),
    enabled: head !== undefined,
  })
  const shown = useReadAddress(written, account.isError)
  const state = account.data?.result
  const code = state?.state === 'active' ? state.code : undefined
  const { isFollowed } = useIdentityState()
  // Without a whole index each reading of an identity asks liteservers.
  const { identity, isSettled } = useIdentity(
    shown.text,
    isFollowed === true ? { refetchMs: IDENTITY_MS } : {},
  )
  const isKnown = isSettled || (isFollowed === false && state !== undefined)
  const kinds = useMemo(() => (isKnown ? claimedKinds(identity, code) : NO_KINDS), [isKnown, identity, code])
  const contracts = useContracts(shown.text, kinds)
  const isWhole = isSettled && areSettled(contracts)
  // Without a whole index the rest is added as it is read, but the first tab must not change under a reader.
  const isReady = useLatch(
    state !== undefined && (isFollowed === false ? isFirstTabSettled(contracts) : isWhole),
  )
  return { account, shown, state, identity, contracts, isReady }
}

/** Widths of the placeholders of tabs, px. */
const TAB_WIDTHS = [52, 64, 68, 60]

function accountTabs(
  address: string,
  { account, state, contracts }: ReturnType<typeof useAccount>,
): Tab<AccountTab>[] {
  const { first, others } = assetTabs(address, contracts, state?.last_transaction_id)
  const history: Tab<AccountTab> = {
    name: 'history',
    label: 'History',
    content: state ? (
      <HistoryTab address={address} last={state.last_transaction_id} />
    ) : (
      <SkeletonRows rows={8} columns={4} />
    ),
  }
  return [
    ...first,
    history,
    ...others,
    { name: 'messages', label: 'Messages', content: <AccountMessages address={address} /> },
    {
      name: 'contract',
      label: 'Contract',
      content: state && <ContractTab address={address} state={state} />,
    },
    { name: 'methods', label: 'Methods', content: <MethodsTab address={address} state={state} /> },
    { name: 'raw', label: 'Raw', content: <RawView answers={account.data ? [account.data] : []} /> },
  ]
}

function Account({ written }: { readonly written: string }) {
  const navigate = useNavigate()
  const search = route.useSearch()
  const parts = useAccount(written)
  const { account, shown, state, identity, contracts, isReady } = parts
  const address = shown.text
  const tabs = accountTabs(address, parts)
  const opened = useFirst(tabs[0]?.name ?? 'history', isReady)
  useCanonicalUrl(written, shown)
  const { name } = useCalledAccount(address)
  const called = name?.text ?? (shown.isSettled ? shortAddress(address) : '…')
  const title = <title>{`Account ${called} · Tonscope`}</title>
  if (account.isError && !state) {
    return (
      <div className={styles.panel}>
        {title}
        <h1 className="visually-hidden">Account {called}</h1>
        <ErrorState error={account.error} what="this account" onRetry={() => account.refetch()} />
      </div>
    )
  }
  const header = (
    <AccountHeader address={address} isAddressSettled={shown.isSettled} state={state} contracts={contracts} />
  )
  if (!isReady) {
    return (
      <>
        {title}
        {header}
        <LoadingText what="the account" />
        <div className={styles.panel}>
          <div className={styles.tabs} aria-hidden="true">
            {TAB_WIDTHS.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
          <SkeletonRows rows={9} columns={4} />
        </div>
      </>
    )
  }
  return (
    <>
      {title}
      {header}
      <ContractPanels address={address} contracts={contracts} identity={identity} />
      <Tabs
        label="Account sections"
        tabs={tabs}
        current={search.tab ?? opened}
        onChange={(tab) =>
          navigate({
            to: '.',
            search: { ...search, at: undefined, skip: undefined, tab: tab === opened ? undefined : tab },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  )
}
