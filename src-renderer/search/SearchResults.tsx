import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Binary, Box, Clock, Mail } from 'lucide-react'
import { blockIdOf, isMasterchain } from '../api/blockId.ts'
import { blockOfTimeQuery } from '../api/blocks.ts'
import { useHead, useNetwork } from '../api/network.tsx'
import { opcodeNameQuery } from '../api/opcodeName.ts'
import { AddressText } from '../components/AddressText.tsx'
import { Figure } from '../components/Amount.tsx'
import { formatMoment } from '../format/age.ts'
import { hexOfBase64 } from '../format/hexOfBase64.ts'
import { formatBlockId } from '../format/shardText.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import { AccountEntry } from './AccountEntry.tsx'
import { transactionAtQuery, transactionByLtQuery } from './findTransaction.ts'
import { HashEntries } from './HashEntries.tsx'
import { NamedEntries } from './NamedEntries.tsx'
import { NameEntries } from './NameEntries.tsx'
import { OtherNetwork } from './OtherNetwork.tsx'
import type { ParsedQuery } from './readPlain.ts'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'
import { blockSearch, transactionSearch } from './targets.ts'

type ResultsProps = {
  readonly readings: readonly ParsedQuery[]
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
  /** Closes the box after a command that opens no page. */
  readonly onDone: () => void
}

type EntryProps<Kind extends ParsedQuery['kind']> = Pick<ResultsProps, 'query' | 'onChoose'> & {
  readonly reading: Extract<ParsedQuery, { kind: Kind }>
}

/** The results for all meanings of a query, the most likely first. */
export function SearchResults({ readings, query, onChoose, onDone }: ResultsProps) {
  // A text without other meanings can be the name of an account.
  if (readings.length === 0) return <NamedEntries query={query} onChoose={onChoose} onDone={onDone} />
  return (
    <>
      {readings.map((reading, i) => (
        <ReadingEntry key={i} reading={reading} query={query} onChoose={onChoose} />
      ))}
      <OtherNetwork query={query} reading={readings[0]} />
    </>
  )
}

function ReadingEntry({ reading, ...rest }: EntryProps<ParsedQuery['kind']>) {
  switch (reading.kind) {
    case 'account':
      return <AccountEntry address={reading.address} {...rest} />
    case 'block':
      return <BlockEntry reading={reading} {...rest} />
    case 'hash':
      return <HashEntries key={reading.hash} hash={reading.hash} {...rest} />
    case 'transaction':
      return <TransactionEntry reading={reading} {...rest} />
    case 'transactionAt':
      return <PlacedEntry reading={reading} {...rest} />
    case 'time':
      return <TimeEntry reading={reading} {...rest} />
    case 'name':
      return <NameEntries name={reading.name} {...rest} />
    case 'boc':
      return <CellEntry reading={reading} {...rest} />
    case 'opcode':
      return <OpcodeEntry reading={reading} {...rest} />
    case 'fault':
      return (
        <SearchNote tone="warn">
          <p>{reading.sentence}</p>
        </SearchNote>
      )
  }
}

function BlockEntry({ reading, query, onChoose }: EntryProps<'block'>) {
  const head = useHead()
  const { blockId, rootHash, fileHash } = reading
  const beyond = head && isMasterchain(blockId) && blockId.seqno > head.seqno
  const hashes = rootHash && fileHash ? `?root_hash=${rootHash}&file_hash=${fileHash}` : ''
  return (
    <SearchEntry
      Icon={Box}
      search={blockSearch(blockId, query, hashes)}
      disabled={Boolean(beyond)}
      detail={
        beyond ? (
          <>
            Not produced yet: the latest is <Figure value={head.seqno} />
          </>
        ) : (
          <span className={styles.mono}>{formatBlockId(blockId)}</span>
        )
      }
      onChoose={onChoose}
    />
  )
}

function CellEntry({ reading: { boc, cells }, query, onChoose }: EntryProps<'boc'>) {
  return (
    <SearchEntry
      Icon={Binary}
      search={{ text: query, label: 'Bag of cells', path: `/cell?boc=${encodeURIComponent(boc)}` }}
      detail={`${cells} ${cells === 1 ? 'cell' : 'cells'}: open it in the inspector`}
      onChoose={onChoose}
    />
  )
}

function OpcodeEntry({ reading: { opcode }, query, onChoose }: EntryProps<'opcode'>) {
  const { data } = useQuery(opcodeNameQuery(useNetwork(), opcode))
  return (
    <SearchEntry
      Icon={Mail}
      search={{ text: query, label: `Messages with opcode ${opcode}`, path: `/messages?opcode=${opcode}` }}
      detail={data ?? undefined}
      onChoose={onChoose}
    />
  )
}

function TimeEntry({ reading, query, onChoose }: EntryProps<'time'>) {
  const { data, isError } = useQuery(blockOfTimeQuery(useNetwork(), reading.utime))
  if (isError) {
    return (
      <SearchNote>
        <p>No masterchain block was produced at or after {formatMoment(reading.utime)}.</p>
      </SearchNote>
    )
  }
  if (!data) return null
  return (
    <SearchEntry
      Icon={Clock}
      search={blockSearch(blockIdOf(data.result), query)}
      detail={`The first at or after ${formatMoment(reading.utime)}`}
      onChoose={onChoose}
    />
  )
}

function PlacedEntry({ reading, query, onChoose }: EntryProps<'transactionAt'>) {
  const { address, lt } = reading
  const { data, isError } = useQuery(transactionAtQuery(useNetwork(), address, lt))
  const rest = { query, onChoose }
  return (
    <>
      {data && (
        <SearchEntry
          Icon={ArrowLeftRight}
          search={transactionSearch(address, lt, hexOfBase64(data.hash), query)}
          detail={
            <>
              of <AddressText address={address} className={styles.mono} short /> at lt {lt}
            </>
          }
          onChoose={onChoose}
        />
      )}
      {/* Not before the transaction, since the first entry that appears is selected. */}
      {(data !== undefined || isError) && <AccountEntry address={address} {...rest} />}
      {!data && (
        <SearchNote>
          <p>
            {data === null && `The account has no transaction at lt ${lt}.`}
            {isError && 'The block at this lt could not be read.'}
            {data === undefined && !isError && 'Searching the block at this lt …'}
          </p>
        </SearchNote>
      )}
    </>
  )
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
            of <AddressText address={found} className={styles.mono} short /> at lt {lt}
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
        {data === undefined && !isError && 'Searching blocks around this lt …'}
      </p>
    </SearchNote>
  )
}
