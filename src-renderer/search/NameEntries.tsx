import { useQuery } from '@tanstack/react-query'
import { AtSign, type LucideIcon, Wallet } from 'lucide-react'
import { ApiFailure } from '../api/apiFailure.ts'
import { useNetwork } from '../api/network.tsx'
import { domainQuery } from '../api/tokens.ts'
import { useAddress } from '../api/useAddress.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'

type NameEntriesProps = {
  readonly name: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

type TargetProps = {
  readonly Icon: LucideIcon
  /** What the account is: "Wallet". */
  readonly what: string
  /** Raw address. */
  readonly account: string
  readonly label: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

function Target({ Icon, what, account, label, query, onChoose }: TargetProps) {
  const address = useAddress(account)
  return (
    <SearchEntry
      Icon={Icon}
      search={{ text: query, label, path: `/account/${address}` }}
      detail={
        <>
          {what} <span className={styles.mono}>{address}</span>
        </>
      }
      onChoose={onChoose}
    />
  )
}

/** The wallet that a domain points to, and the domain itself. */
export function NameEntries({ name, query, onChoose }: NameEntriesProps) {
  const { data, error, isPending } = useQuery(domainQuery(useNetwork(), name))
  const record = data?.result.records[0]
  if (!record) {
    const isUnknown = error instanceof ApiFailure && error.notIndexed
    return (
      <SearchNote>
        <p>
          {isPending
            ? `Looking for ${name} …`
            : isUnknown
              ? `${name} is not indexed, and could not be resolved now.`
              : error
                ? `${name} could not be resolved: ${error.message}`
                : `No domain is called ${name}.`}
        </p>
      </SearchNote>
    )
  }
  const { dns_wallet: wallet, nft_item_address: item } = record
  return (
    <>
      {wallet !== null && (
        <Target Icon={Wallet} what="Wallet" account={wallet} label={name} query={query} onChoose={onChoose} />
      )}
      <Target
        Icon={AtSign}
        what="Item"
        account={item}
        label={`Domain ${name}`}
        query={query}
        onChoose={onChoose}
      />
    </>
  )
}
