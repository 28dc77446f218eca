import { useQuery } from '@tanstack/react-query'
import { AtSign, type LucideIcon, Wallet } from 'lucide-react'
import { resolvedDomainQuery } from '../api/domains.ts'
import { useNetwork } from '../api/network.tsx'
import type { Domain } from '../api/resolveDomain.ts'
import { useAddress } from '../api/useAddress.ts'
import { AddressText } from '../components/AddressText.tsx'
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
  /** The kind of account: "Wallet". */
  readonly what: string
  /** Raw address of the account. */
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
          {what} <AddressText address={account} className={styles.mono} />
        </>
      }
      onChoose={onChoose}
    />
  )
}

function noteOf(name: string, { domain, error }: { domain: Domain | null | undefined; error: Error | null }) {
  if (error) return `${name} could not be resolved: ${error.message}`
  if (domain === undefined) return `Searching for ${name} …`
  return domain ? `${name} has no wallet address.` : `${name} is not registered.`
}

/** The wallet of a domain, and the domain itself. */
export function NameEntries({ name, query, onChoose }: NameEntriesProps) {
  const { data: domain, error } = useQuery(resolvedDomainQuery(useNetwork(), name))
  const { wallet, item } = domain ?? {}
  if (wallet === undefined && item === undefined) {
    return (
      <SearchNote>
        <p>{noteOf(name, { domain, error })}</p>
      </SearchNote>
    )
  }
  return (
    <>
      {wallet !== undefined && (
        <Target Icon={Wallet} what="Wallet" account={wallet} label={name} query={query} onChoose={onChoose} />
      )}
      {item !== undefined && (
        <Target
          Icon={AtSign}
          what="Item"
          account={item}
          label={`Domain ${name}`}
          query={query}
          onChoose={onChoose}
        />
      )}
    </>
  )
}
