import { queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import { getV2 } from './request.ts'

/** Keeps the older state of the same account on the screen while a newer one is read. */
function ofSameAccount<Data>(
  before: Data | undefined,
  query?: { readonly queryKey: readonly unknown[] },
  key?: string,
) {
  return query?.queryKey[2] === key ? before : undefined
}

/** An account changes with the head: the head's seqno is part of the key. */
export function accountQuery(network: Network, address: string, headSeqno: number) {
  const key = accountKey(address)
  return queryOptions({
    queryKey: [network.id, 'account', key, headSeqno],
    queryFn: ({ signal }) => getV2('getAddressInformation', { address }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => ofSameAccount(before, query, key),
  })
}

/** A transaction by lt and hash: where a page of history begins, itself included. */
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
