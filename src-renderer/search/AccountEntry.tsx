import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { accountQuery } from '../api/accounts.ts'
import { useHead, useNetwork } from '../api/network.tsx'
import { useReadAddress } from '../api/useAddress.ts'
import { AddressText, SHORT_ADDRESS_WIDTH } from '../components/AddressText.tsx'
import { Amount } from '../components/Amount.tsx'
import { Skeleton } from '../components/states.tsx'
import { shortAddress } from '../format/shorten.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchEntry } from './SearchEntry.tsx'

type AccountEntryProps = {
  readonly address: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

/** An entry for an account, with its state and balance as soon as they are loaded. */
export function AccountEntry({ address: given, query, onChoose }: AccountEntryProps) {
  const { data, isError } = useQuery(accountQuery(useNetwork(), given, useHead()?.seqno ?? 0))
  const { text: address, isSettled } = useReadAddress(given, isError)
  const label = `Account ${shortAddress(address)}`
  return (
    <SearchEntry
      Icon={Wallet}
      search={{ text: query, label, path: `/account/${address}` }}
      title={
        isSettled ? (
          label
        ) : (
          <>
            Account <Skeleton width={SHORT_ADDRESS_WIDTH} />
          </>
        )
      }
      detail={
        data ? (
          <>
            {data.result.state} · <Amount value={BigInt(data.result.balance)} />
          </>
        ) : (
          <AddressText address={address} className={styles.mono} />
        )
      }
      onChoose={onChoose}
    />
  )
}
