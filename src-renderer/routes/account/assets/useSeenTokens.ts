import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { accountHistoryQuery, HISTORY_PAGE } from '../../../api/accountHistory.ts'
import type { HistoryStart } from '../../../api/accounts.ts'
import { useNetwork } from '../../../api/network.tsx'
import { type ReadTrace, readTraceQuery } from '../../../api/traceFacts.ts'
import { accountKey } from '../../../decode/accountKey.ts'
import { KNOWN_JETTONS } from '../../../decode/knownJettons.ts'
import { type Parts, useParts } from '../../../hooks/useParts.ts'
import { historyRows } from '../actions/readRows.ts'

/** Maximum numbers of items and of jetton wallets whose owners are read, for each page of the history. */
const MAX_ITEMS = 60
const MAX_WALLETS = 60

/** Tokens that an account can have, as far as they are known without a list of all. */
export type SeenTokens = {
  /** Why the history could not be read. */
  readonly error: Error | null
  readonly onRetry: () => void
  /** False until the newest transactions are read. */
  readonly isStarted: boolean
  /** The traces of the history, as far as it is read. */
  readonly traces: Parts<ReadTrace | null>
  readonly jettons: readonly string[]
  readonly items: readonly string[]
  /** Jetton wallets of any owner and jetton. */
  readonly wallets: readonly string[]
  /** Where they are looked for, in words. */
  readonly source: string
  /** Number of well-known jettons that are looked for too. */
  readonly known: number
  /** Looks through older transactions; undefined while transactions are read, and at the end of the history. */
  readonly onMore: (() => void) | undefined
}

/** Reads pages of an account's transactions, each of which begins where the one before it ends. */
function usePages(address: string, newest: HistoryStart, count: number) {
  const client = useQueryClient()
  const network = useNetwork()
  // The pages stay while those of newer transactions are read.
  const held = useRef(newest)
  const pageQuery = (from: HistoryStart) => accountHistoryQuery(network, address, from, HISTORY_PAGE + 1)
  const startAfter = (from: HistoryStart): HistoryStart | undefined => {
    const next = client.getQueryData(pageQuery(from).queryKey)?.views[HISTORY_PAGE]
    return next && { lt: next.lt, hash: next.hash }
  }
  const first = useQuery(pageQuery(newest))
  if (first.data) held.current = newest
  const start = held.current
  const starts = [start]
  for (let next = startAfter(start); next && starts.length < count; next = startAfter(next)) starts.push(next)
  const answers = useQueries({ queries: starts.map(pageQuery) })
  const last = starts.at(-1)
  const isReading = answers.some(({ isPending }) => isPending)
  return {
    answers,
    pages: answers.flatMap(({ data }) => data ?? []),
    hasMore: !isReading && last !== undefined && startAfter(last) !== undefined,
  }
}

/**
 * Looks for an account's tokens in its newest transactions, and in older ones on demand.
 * @param last its newest transaction
 */
export function useSeenTokens(address: string, last: TransactionIdJson): SeenTokens {
  const network = useNetwork()
  const [pageCount, setPageCount] = useState(1)
  const { answers, pages, hasMore } = usePages(address, { lt: last.lt, hash: last.hash }, pageCount)
  const rows = pages.flatMap(({ views, traceIds }) => historyRows(views.slice(0, HISTORY_PAGE), traceIds))
  const here = accountKey(address)
  const hashes = new Map(rows.map(({ key, hash }) => [key, hash]))
  const traces = useParts([...hashes.values()], (hash) => readTraceQuery(network.id, hash, here))
  const seen = [...traces.values.values()].filter((trace) => trace !== null)
  const changes = seen.flatMap(({ facts }) => ('changes' in facts ? [facts.changes] : []))
  const distinct = (addresses: readonly string[]) => [...new Set(addresses.map(accountKey))]
  const known = network.kind === 'mainnet' ? KNOWN_JETTONS : []
  const failed = answers.find(({ isError }) => isError)
  return {
    error: failed?.error ?? null,
    onRetry: () => void failed?.refetch(),
    isStarted: pages.length > 0,
    traces,
    jettons: distinct([...changes.flatMap(({ jettons }) => [...jettons.keys()]), ...known]),
    // Those that the account gained first: a trace can make hundreds of others.
    items: distinct([
      ...changes.flatMap(({ gained, lost }) => [...gained, ...lost]),
      ...seen.flatMap(({ items }) => items),
    ]).slice(0, MAX_ITEMS * pageCount),
    wallets: distinct(seen.flatMap(({ wallets }) => wallets)).slice(0, MAX_WALLETS * pageCount),
    source: `the newest ${hashes.size} ${hashes.size === 1 ? 'trace' : 'traces'} of its history`,
    known: known.length,
    onMore: hasMore ? () => setPageCount(pageCount + 1) : undefined,
  }
}
