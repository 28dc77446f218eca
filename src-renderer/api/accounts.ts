import { queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import { getV2 } from './request.ts'

/** Returns the earlier state of the same account, which stays on the screen while a newer one is loading. */
function ofSameAccount<Data>(
  before: Data | undefined,
  query?: { readonly queryKey: readonly unknown[] },
  key?: string,
) {
  return query?.queryKey[2] === key ? before : undefined
}

/**
 * Returns the query for an account's state. The head's seqno is a part of the key, since the state can change
 * with it.
 */
export function accountQuery(network: Network, address: string, headSeqno: number) {
  const key = accountKey(address)
  return queryOptions({
    queryKey: [network.id, 'account', key, headSeqno],
    queryFn: ({ signal }) => getV2('getAddressInformation', { address }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => ofSameAccount(before, query, key),
  })
}

/** The lt and hash of the transaction with which a page of history begins. */
export type HistoryStart = { readonly lt: string; readonly hash: string }

export function historyQuery(network: Network, address: string, start: HistoryStart, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'history', accountKey(address), start.lt, start.hash, limit],
    queryFn: ({ signal }) => getV2('getTransactions', { address, ...start, limit }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function librariesQuery(network: Network, hash: string) {
  return queryOptions({
    queryKey: [network.id, 'library', hash],
    queryFn: ({ signal }) => getV2('getLibraries', { libraries: [hash] }, signal),
    staleTime: 60_000,
  })
}
