import { type WatchedAccounts, type WatchedPage, watchedPageSchema } from '#shared/schema/indexer.ts'
import type { IndexStore } from '../../store/indexStore.ts'
import { accountOf } from '../jobOfRequest.ts'
import type { HistoryReader } from '../readThrough/accountHistory.ts'
import { createEntry, keyOf, readStored, type WatchedEntry, watchedJson } from './watchedEntry.ts'

/** Watched accounts by keyOf, in the order in which they were added. */
type Entries = ReadonlyMap<string, WatchedEntry>

/** The page of a request without parameters. */
export const FIRST_PAGE: WatchedPage = watchedPageSchema.parse({})

/** Returns the watched accounts of a page. Throws ApiError 422 for an account that has no address. */
export function pageOf(all: Entries, { limit, offset, account }: WatchedPage): readonly WatchedEntry[] {
  if (account === undefined) return [...all.values()].slice(offset, offset + limit)
  const entry = all.get(keyOf(accountOf(account)))
  return entry ? [entry] : []
}

/** Converts watched accounts to the API's form. An entry without a look shows what is stored: offline it gets none. */
export async function watchedAnswer(
  store: IndexStore,
  entries: readonly WatchedEntry[],
  { all, isOffline }: { readonly all: Entries; readonly isOffline: boolean },
): Promise<WatchedAccounts> {
  for (const entry of entries) if (entry.known === undefined) await readStored(store, entry)
  const states = [...all.values()].map(({ state }) => state)
  return {
    accounts: entries.map((entry) => watchedJson(entry, isOffline)),
    total: states.length,
    reading: isOffline ? 0 : states.filter((state) => state === 'waiting' || state === 'reading').length,
    failed: isOffline ? 0 : states.filter((state) => state === 'failed').length,
  }
}

/** Returns a page of the watched accounts of an index without a watch: one that can only be read. */
export async function savedWatch(reader: HistoryReader, page: WatchedPage): Promise<WatchedAccounts> {
  const rows = await reader.store.watchedAccounts()
  const all = new Map(rows.map((row) => [keyOf(row.account), createEntry(reader, row)]))
  return watchedAnswer(reader.store, pageOf(all, page), { all, isOffline: true })
}
