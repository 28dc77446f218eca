import { useQuery } from '@tanstack/react-query'
import { CircleDollarSign, Image, Images, type LucideIcon, Tag } from 'lucide-react'
import { useMemo } from 'react'
import { ApiFailure } from '../api/apiFailure.ts'
import { useIdentityState } from '../api/identityContext.tsx'
import { useNetwork } from '../api/network.tsx'
import { useSystemAccounts } from '../api/systemAccounts.ts'
import { type TokenNames, tokenNamesQuery } from '../api/tokenNames.ts'
import { useAddress } from '../api/useAddress.ts'
import { useCalledAccount } from '../api/useCalledAccount.ts'
import { ImitationSign } from '../components/AccountName.tsx'
import { AddressText } from '../components/AddressText.tsx'
import { accountKey } from '../decode/accountKey.ts'
import { categoryWords } from '../decode/knownAccounts.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import { CommandEntries } from './CommandEntries.tsx'
import { matchCommands } from './commands.ts'
import {
  type GivenName,
  matchNames,
  type NamedAccount,
  type NamedToken,
  namedAccounts,
  type TokenKind,
} from './matchNames.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'

const MAX_ENTRIES = 8

const KINDS: Readonly<Record<TokenKind, { readonly words: string; readonly Icon: LucideIcon }>> = {
  jetton: { words: 'Jetton', Icon: CircleDollarSign },
  collection: { words: 'NFT collection', Icon: Images },
  item: { words: 'NFT', Icon: Image },
}

type NamedEntriesProps = {
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
  /** Closes the box after a command that opens no page. */
  readonly onDone: () => void
}

function TokenDetail({ token }: { readonly token: NamedToken }) {
  const { address, symbol } = token
  const { suspicion } = useCalledAccount(address)
  return (
    <>
      {KINDS[token.kind].words}
      {symbol !== '' && (
        <>
          {' '}
          <bdi>{symbol}</bdi>
        </>
      )}
      {suspicion && <ImitationSign imitation={suspicion} />}
    </>
  )
}

/** Returns the accounts with a label, a name of the scenario, of the protocol or of a token. */
function useNamedAccounts(tokens: TokenNames['tokens'] | undefined): readonly NamedAccount[] {
  const { labels, scenario, known } = useIdentityState()
  const system = useSystemAccounts()
  return useMemo(() => {
    const given: GivenName[] = [
      ...Array.from(labels, ([key, name]) => ({ key, name, about: 'Your name' })),
      ...Array.from(scenario, ([key, { name, kind }]) => ({ key, name, about: kind })),
      ...Array.from(system, ([key, { name, about }]) => ({ key, name, about })),
      ...Array.from(known, ([key, account]) => ({
        key,
        name: account.name,
        about: `Label: ${categoryWords(account)}`,
        isListed: true,
      })),
    ]
    return namedAccounts(given, tokens ?? [], accountKey)
  }, [labels, scenario, system, known, tokens])
}

function tokensNote(data: TokenNames | undefined, error: Error | null): string {
  if (error) {
    return error instanceof ApiFailure && error.notIndexed
      ? 'Names of tokens cannot be searched: the index does not have the whole chain.'
      : 'Names of tokens could not be searched.'
  }
  if (!data) return 'Searching for a token of this name …'
  return data.isComplete
    ? 'No token has this text in its name or symbol.'
    : `None of the first ${data.searched} tokens has this text in its name or symbol.`
}

/** Entries for matching pages, settings, accounts and tokens; a note if there are none. */
export function NamedEntries({ query, onChoose, onDone }: NamedEntriesProps) {
  const network = useNetwork()
  const { data, error } = useQuery(tokenNamesQuery(network))
  const commands = matchCommands(query, network.kind === 'devnet')
  const accounts = useNamedAccounts(data?.tokens)
  const found = matchNames(accounts, query, MAX_ENTRIES)
  return (
    <>
      <CommandEntries commands={commands} query={query} onChoose={onChoose} onDone={onDone} />
      {found.map((account) => (
        <NamedEntry key={account.key} account={account} query={query} onChoose={onChoose} />
      ))}
      {(found.length === 0 || error) && (
        <SearchNote>
          {found.length === 0 && commands.length === 0 && (
            <p>Not an address, hash, block id, seqno or time.</p>
          )}
          <p>{tokensNote(data, error)}</p>
        </SearchNote>
      )}
    </>
  )
}

type NamedEntryProps = Omit<NamedEntriesProps, 'onDone'> & { readonly account: NamedAccount }

function NamedEntry({ account, query, onChoose }: NamedEntryProps) {
  const { key, name, about, token } = account
  const address = useAddress(key)
  return (
    <SearchEntry
      Icon={token ? KINDS[token.kind].Icon : Tag}
      search={{ text: query, label: name, path: `/account/${address}` }}
      detail={
        <>
          {token ? <TokenDetail token={token} /> : about} ·{' '}
          <AddressText address={key} className={styles.mono} short />
        </>
      }
      onChoose={onChoose}
    />
  )
}
