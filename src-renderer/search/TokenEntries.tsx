import { useQuery } from '@tanstack/react-query'
import { CircleDollarSign, Images } from 'lucide-react'
import { ApiFailure } from '../api/apiFailure.ts'
import { useNetwork } from '../api/network.tsx'
import { tokenNamesQuery } from '../api/tokenNames.ts'
import { useAddress } from '../api/useAddress.ts'
import { ImitationSign } from '../components/AccountName.tsx'
import { AddressText } from '../components/AddressText.tsx'
import { imitationOf } from '../format/imitation.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import { matchTokens, type NamedToken } from './matchTokens.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'

const MAX_ENTRIES = 8

type TokenEntriesProps = {
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

function TokenDetail({ token }: { readonly token: NamedToken }) {
  const { kind } = useNetwork()
  const { address, name, symbol } = token
  const isMainnet = kind === 'mainnet'
  const master = token.kind === 'jetton' ? address : undefined
  const imitation = imitationOf(symbol, { master, isMainnet }) ?? imitationOf(name, { master, isMainnet })
  return (
    <>
      {token.kind === 'jetton' ? 'Jetton' : 'NFT collection'}
      {symbol !== '' && (
        <>
          {' '}
          <bdi>{symbol}</bdi>
        </>
      )}
      {imitation && <ImitationSign imitation={imitation} />} ·{' '}
      <AddressText address={address} className={styles.mono} short />
    </>
  )
}

/** Jettons and collections with the text in their name or symbol, or a note if there are none. */
export function TokenEntries({ query, onChoose }: TokenEntriesProps) {
  const { data, error } = useQuery(tokenNamesQuery(useNetwork()))
  const found = data ? matchTokens(data.tokens, query, MAX_ENTRIES) : []
  if (found.length === 0) {
    return (
      <SearchNote>
        <p>Not an address, hash, block id, seqno or time.</p>
        <p>
          {error
            ? error instanceof ApiFailure && error.notIndexed
              ? 'Names of tokens cannot be searched: the index does not have the whole chain.'
              : 'Names of tokens could not be searched.'
            : !data
              ? 'Searching for a token of this name …'
              : data.isComplete
                ? 'No token has this text in its name or symbol.'
                : `None of the first ${data.searched} tokens has this text in its name or symbol.`}
        </p>
      </SearchNote>
    )
  }
  return found.map((token) => (
    <TokenEntry key={`${token.kind} ${token.address}`} token={token} query={query} onChoose={onChoose} />
  ))
}

function TokenEntry({ token, query, onChoose }: TokenEntriesProps & { readonly token: NamedToken }) {
  const address = useAddress(token.address)
  return (
    <SearchEntry
      Icon={token.kind === 'jetton' ? CircleDollarSign : Images}
      search={{
        text: query,
        label: token.name === '' ? token.symbol : token.name,
        path: `/account/${address}`,
      }}
      detail={<TokenDetail token={token} />}
      onChoose={onChoose}
    />
  )
}
