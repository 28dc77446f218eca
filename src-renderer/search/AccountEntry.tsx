import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { accountQuery } from '../api/accounts.ts'
import { useHead, useNetwork } from '../api/network.tsx'
import { useAddress } from '../api/useAddress.ts'
import { AddressText } from '../components/AddressText.tsx'
import { Amount } from '../components/Amount.tsx'
import { shortAddress } from '../format/shorten.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchEntry } from './SearchEntry.tsx'

function AccountDetail({ address }: { readonly address: string }) {
  const { data } = useQuery(accountQuery(useNetwork(), address, useHead()?.seqno ?? 0))
  if (!data) return <AddressText address={address} className={styles.mono} />
  return (
    <>
      {data.result.state} · <Amount value={BigInt(data.result.balance)} />
    </>
  )
}

type AccountEntryProps = {
  readonly address: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

/** Leads to an account; says its state and balance as soon as they are known. */
export function AccountEntry({ address: given, query, onChoose }: AccountEntryProps) {
  const address = useAddress(given)
  const label = `Account ${shortAddress(address)}`
  return (
    <SearchEntry
      Icon={Wallet}
      search={{ text: query, label, path: `/account/${address}` }}
      detail={<AccountDetail address={address} />}
      onChoose={onChoose}
    />
  )
}
