import { useQuery } from '@tanstack/react-query'
import { AtSign, Wallet } from 'lucide-react'
import { ApiFailure } from '../api/apiFailure.ts'
import { useNetwork } from '../api/network.tsx'
import { domainQuery } from '../api/tokens.ts'
import { friendlyAddress } from '../format/friendlyAddress.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'

type NameEntriesProps = {
  readonly name: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

function search(raw: string, label: string, query: string): RecentSearch {
  return { text: query, label, path: `/account/${friendlyAddress(raw)}` }
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
        <SearchEntry
          Icon={Wallet}
          search={search(wallet, name, query)}
          detail={
            <>
              Wallet <span className={styles.mono}>{friendlyAddress(wallet)}</span>
            </>
          }
          onChoose={onChoose}
        />
      )}
      <SearchEntry
        Icon={AtSign}
        search={search(item, `Domain ${name}`, query)}
        detail={
          <>
            Item <span className={styles.mono}>{friendlyAddress(item)}</span>
          </>
        }
        onChoose={onChoose}
      />
    </>
  )
}
