import { useQueries, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Box, Clock, LibraryBig, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { bytesToBase64, hexToBytes } from '#shared/ton/base64.ts'
import { shardToHex } from '#shared/ton/shard.ts'
import { accountQuery, librariesQuery } from '../api/accounts.ts'
import { type BlockPlace, isMaster, placeOf } from '../api/blockPlace.ts'
import { blockOfTimeQuery } from '../api/blocks.ts'
import { useHead, useNetwork } from '../api/network.tsx'
import { Amount, Figure } from '../components/Amount.tsx'
import { formatBlockId, workchainName } from '../components/shardText.ts'
import { formatMoment } from '../format/age.ts'
import { shortAddress, shortHash } from '../format/shorten.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import { transactionByLtQuery } from './findTransaction.ts'
import type { Reading } from './readPlain.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'

type ResultsProps = {
  readonly readings: readonly Reading[]
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

type EntryProps<Kind extends Reading['kind']> = Pick<ResultsProps, 'query' | 'onChoose'> & {
  readonly reading: Extract<Reading, { kind: Kind }>
}

/** What the readings of a query lead to, the likeliest first. */
export function SearchResults({ readings, query, onChoose }: ResultsProps) {
  if (readings.length === 0) {
    return (
      <SearchNote>
        <p>This is no address, hash, block id, seqno or time.</p>
      </SearchNote>
    )
  }
  return readings.map((reading) => (
    <ReadingEntry key={reading.kind} reading={reading} query={query} onChoose={onChoose} />
  ))
}

function ReadingEntry({ reading, ...rest }: EntryProps<Reading['kind']>) {
  switch (reading.kind) {
    case 'account':
      return <AccountEntry reading={reading} {...rest} />
    case 'block':
      return <BlockEntry reading={reading} {...rest} />
    case 'hash':
      return <HashEntries reading={reading} {...rest} />
    case 'transaction':
      return <TransactionEntry reading={reading} {...rest} />
    case 'time':
      return <TimeEntry reading={reading} {...rest} />
    case 'name':
      return (
        <SearchNote>
          <p>Finding {reading.name} needs get-methods, which this version can't run yet.</p>
        </SearchNote>
      )
    case 'fault':
      return (
        <SearchNote tone="warn">
          <p>{reading.sentence}</p>
        </SearchNote>
      )
  }
}

function accountPath(address: string): string {
  return `/account/${address}`
}

function AccountDetail({ address }: { readonly address: string }) {
  const { data } = useQuery(accountQuery(useNetwork(), address, useHead()?.seqno ?? 0))
  if (!data) return <span className={styles.mono}>{address}</span>
  return (
    <>
      {data.result.state} · <Amount value={BigInt(data.result.balance)} />
    </>
  )
}

function AccountEntry({ reading, query, onChoose }: EntryProps<'account'>) {
  const { address } = reading
  const label = `Account ${shortAddress(address)}`
  return (
    <SearchEntry
      Icon={Wallet}
      search={{ text: query, label, path: accountPath(address) }}
      detail={<AccountDetail address={address} />}
      onChoose={onChoose}
    />
  )
}

function blockSearch(place: BlockPlace, query: string, hashes = ''): RecentSearch {
  const name = workchainName(place.workchain)
  const label = isMaster(place)
    ? `Masterchain block ${place.seqno}`
    : `${name.charAt(0).toUpperCase()}${name.slice(1)} block ${place.seqno}`
  const path = `/block/${place.workchain}/${shardToHex(place.shard)}/${place.seqno}${hashes}`
  return { text: query, label, path }
}

function BlockEntry({ reading, query, onChoose }: EntryProps<'block'>) {
  const head = useHead()
  const { place, rootHash, fileHash } = reading
  const beyond = head && isMaster(place) && place.seqno > head.seqno
  const hashes = rootHash && fileHash ? `?root_hash=${rootHash}&file_hash=${fileHash}` : ''
  return (
    <SearchEntry
      Icon={Box}
      search={blockSearch(place, query, hashes)}
      disabled={Boolean(beyond)}
      detail={
        beyond ? (
          <>
            Not made yet: the newest is <Figure value={head.seqno} />
          </>
        ) : (
          <span className={styles.mono}>{formatBlockId(place)}</span>
        )
      }
      onChoose={onChoose}
    />
  )
}

function TimeEntry({ reading, query, onChoose }: EntryProps<'time'>) {
  const { data, isError } = useQuery(blockOfTimeQuery(useNetwork(), reading.utime))
  if (isError) {
    return (
      <SearchNote>
        <p>No masterchain block was made at or after {formatMoment(reading.utime)}.</p>
      </SearchNote>
    )
  }
  if (!data) return null
  return (
    <SearchEntry
      Icon={Clock}
      search={blockSearch(placeOf(data.result), query)}
      detail={`The first at or after ${formatMoment(reading.utime)}`}
      onChoose={onChoose}
    />
  )
}

function transactionSearch(address: string, lt: string, hash: string, query: string): RecentSearch {
  return {
    text: query,
    label: `Transaction ${shortHash(hash)}`,
    path: `/transaction/${encodeURIComponent(address)}/${lt}/${hash}`,
  }
}

function TransactionEntry({ reading, query, onChoose }: EntryProps<'transaction'>) {
  const network = useNetwork()
  const head = useHead()
  const { lt, hash, address } = reading
  const { data, isError } = useQuery({
    ...transactionByLtQuery(network, head?.seqno ?? 1, lt, hash),
    enabled: address === undefined && head !== undefined,
  })
  const found = address ?? data?.address
  if (found !== undefined) {
    return (
      <SearchEntry
        Icon={ArrowLeftRight}
        search={transactionSearch(found, lt, hash, query)}
        detail={
          <>
            of <span className={styles.mono}>{shortAddress(found)}</span> at lt {lt}
          </>
        }
        onChoose={onChoose}
      />
    )
  }
  return (
    <SearchNote>
      <p>
        {data === null && `No block around lt ${lt} has a transaction with this hash.`}
        {isError && 'The blocks around this lt could not be read.'}
        {data === undefined && !isError && 'Looking through the blocks of this lt …'}
      </p>
    </SearchNote>
  )
}

/** A bare hash: what v2 can be asked about it, and honestly what it can't. */
function HashEntries({ reading, query, onChoose }: EntryProps<'hash'>) {
  const network = useNetwork()
  const head = useHead()?.seqno ?? 0
  const bytes = hexToBytes(reading.hash) ?? new Uint8Array(32)
  const addresses = [0, -1].map((workchain) => formatFriendlyAddress({ workchain, hash: bytes }))
  const accounts = useQueries({ queries: addresses.map((address) => accountQuery(network, address, head)) })
  const library = useQuery(librariesQuery(network, bytesToBase64(bytes)))
  const pending = library.isPending || accounts.some(({ isPending }) => isPending)
  const entries: ReactNode[] = addresses.flatMap((address, i) => {
    const state = accounts[i]?.data?.result
    const exists = state && (state.state !== 'uninitialized' || state.last_transaction_id.lt !== '0')
    const entry = { kind: 'account', address } as const
    return exists ? [<AccountEntry key={address} reading={entry} query={query} onChoose={onChoose} />] : []
  })
  if (library.data && library.data.result.result.length > 0) {
    const search = {
      text: query,
      label: `Library ${shortHash(reading.hash)}`,
      path: `/library/${reading.hash}`,
    }
    entries.push(
      <SearchEntry
        key="library"
        Icon={LibraryBig}
        search={search}
        detail="A public library of the masterchain"
        onChoose={onChoose}
      />,
    )
  }
  return (
    <>
      {entries}
      <SearchNote>
        <p>
          {pending && 'Asking for an account or library with this hash … '}
          Finding a transaction by hash needs the index, which this version doesn't have yet; open it from its
          account or block.
        </p>
        <p>A 32-byte hash may be of a transaction, message, trace, block, code or account.</p>
      </SearchNote>
    </>
  )
}
