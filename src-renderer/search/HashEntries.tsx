import { ArrowLeftRight, Box, LibraryBig, Mail, SearchX, Waypoints } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { indexedBlockId } from '../api/blockId.ts'
import type { IndexedHash } from '../api/indexedHash.ts'
import { useIndexStatus } from '../api/indexStatus.ts'
import { AddressText } from '../components/AddressText.tsx'
import { bookAddress, viewIndexedMessage } from '../decode/indexedTransaction.ts'
import { externalWords, messageWords } from '../decode/traceModel.ts'
import { coverageLine, isWhole } from '../format/coverage.ts'
import { hexOfBase64 } from '../format/hexOfBase64.ts'
import { formatBlockId } from '../format/shardText.ts'
import { shortHash } from '../format/shorten.ts'
import { useArrivalOrder } from '../hooks/useArrivalOrder.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import { AccountEntry } from './AccountEntry.tsx'
import styles from './SearchBox.module.css'
import { SearchEntry, SearchNote } from './SearchEntry.tsx'
import { blockSearch, transactionSearch } from './targets.ts'
import { useHashObjects } from './useHashObjects.ts'

type HashEntriesProps = {
  /** Hash in hexadecimal. */
  readonly hash: string
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
}

function traceSearch(hash: string, what: string, query: string): RecentSearch {
  return { text: query, label: `${what} ${shortHash(hash)}`, path: `/trace/${hash}` }
}

/** A description of the message with this hash, from the transaction that received or sent it. */
function MessageDetail({ found, hash }: { readonly found: IndexedHash; readonly hash: string }) {
  const { messageOf, book } = found
  const all = messageOf ? [messageOf.in_msg, ...messageOf.out_msgs] : []
  const json = all.find((message) => message && hexOfBase64(message.hash) === hash) ?? messageOf?.in_msg
  if (!json) return 'A message'
  const view = viewIndexedMessage(json, book)
  const words = view.source === undefined ? externalWords(view) : messageWords(view)
  return (
    <>
      {words}, from <MessageEnd address={view.source} /> to <MessageEnd address={view.destination} />
    </>
  )
}

function MessageEnd({ address }: { readonly address: string | undefined }) {
  return address === undefined ? 'external' : <AddressText address={address} short />
}

/** The objects with a hash in the index, the most likely first. */
function IndexedEntries({
  found,
  hash,
  query,
  onChoose,
}: HashEntriesProps & { readonly found: IndexedHash }) {
  const { transaction, messageOf, block, book } = found
  const address = transaction && bookAddress(book, transaction.account)
  return (
    <>
      {transaction && address !== undefined && (
        <>
          <SearchEntry
            Icon={ArrowLeftRight}
            search={transactionSearch(address, transaction.lt, hash, query)}
            detail={
              <>
                of <AddressText address={address} className={styles.mono} short /> at lt {transaction.lt}
              </>
            }
            onChoose={onChoose}
          />
          <SearchEntry
            Icon={Waypoints}
            search={traceSearch(hash, 'Trace of', query)}
            detail="All transactions and messages of the operation"
            onChoose={onChoose}
          />
        </>
      )}
      {!transaction && messageOf && (
        <SearchEntry
          Icon={Mail}
          search={traceSearch(hash, 'Message', query)}
          detail={<MessageDetail found={found} hash={hash} />}
          onChoose={onChoose}
        />
      )}
      {block && (
        <SearchEntry
          Icon={Box}
          search={blockSearch(indexedBlockId(block.json), query)}
          detail={
            <>
              <span className={styles.mono}>{formatBlockId(indexedBlockId(block.json))}</span> by its{' '}
              {block.by}
            </>
          }
          onChoose={onChoose}
        />
      )}
    </>
  )
}

function isKnown({ transaction, messageOf, block }: IndexedHash): boolean {
  return transaction !== undefined || messageOf !== undefined || block !== undefined
}

/** Returns whether the hash can be that of something in blocks that are not indexed. */
function isUnsure(found: IndexedHash): boolean {
  return found.unsure && !isKnown(found)
}

/** The note for a hash that the index does not have, which depends on the index's coverage. */
function Unknown({ found, failed }: { readonly found: IndexedHash | undefined; readonly failed: boolean }) {
  const index = useIndexStatus()
  if (failed) return <p>The index could not be searched for this hash.</p>
  if (!found) return <p>Searching the index …</p>
  if (isKnown(found)) return null
  if (found.unsure) return <p>The index could not search all transactions, messages and blocks.</p>
  return (
    <p>
      No indexed transaction, message or block has this hash
      {index && !isWhole(index) && `; it can be in a block that is not indexed (${coverageLine(index).text})`}
      .
    </p>
  )
}

/** Entries for all objects with a hash, in the order of their arrival, so that the selected first one stays first. */
export function HashEntries({ hash, query, onChoose }: HashEntriesProps) {
  const { indexed, accounts, isLibrary, isPending } = useHashObjects(hash)
  const rest = { query, onChoose }
  const entries = new Map<string, ReactNode>()
  if (indexed.data && isKnown(indexed.data))
    entries.set('indexed', <IndexedEntries found={indexed.data} hash={hash} {...rest} />)
  for (const address of accounts) entries.set(address, <AccountEntry address={address} {...rest} />)
  if (isLibrary) entries.set('library', <LibraryEntry hash={hash} {...rest} />)
  // Not before what the hash can be found to be.
  if (indexed.data && isUnsure(indexed.data) && !isPending)
    entries.set('unknown', <UnknownEntry hash={hash} {...rest} />)
  const order = useArrivalOrder([...entries.keys()])
  return (
    <>
      {order.map((key) => (
        <Fragment key={key}>{entries.get(key)}</Fragment>
      ))}
      <SearchNote>
        {isPending && <p>Searching for an account or library with this hash …</p>}
        <Unknown found={indexed.data} failed={indexed.isError} />
        <p>A 32-byte hash can be that of a transaction, message, trace, block, code or account.</p>
      </SearchNote>
    </>
  )
}

function LibraryEntry({ hash, query, onChoose }: HashEntriesProps) {
  const search = { text: query, label: `Library ${shortHash(hash)}`, path: `/library/${hash}` }
  return (
    <SearchEntry
      Icon={LibraryBig}
      search={search}
      detail="A public library of the masterchain"
      onChoose={onChoose}
    />
  )
}

/** Opens the page that says why the hash is not known here. */
function UnknownEntry({ hash, query, onChoose }: HashEntriesProps) {
  return (
    <SearchEntry
      Icon={SearchX}
      search={traceSearch(hash, 'Search for', query)}
      detail="Why it is not known here, and a search of the newest blocks"
      onChoose={onChoose}
    />
  )
}
