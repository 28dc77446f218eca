import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { V3Request, V3Result } from '#shared/schema/v3/operations.ts'
import { ApiFailure } from './apiFailure.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import type { Answer } from './request.ts'
import { getV3 } from './v3.ts'

export type MessageFilter = Pick<
  V3Request<'messages'>,
  'source' | 'destination' | 'opcode' | 'exclude_externals' | 'only_externals'
>

/**
 * Reads messages. Undelivered messages to an account are known only if all blocks are indexed; otherwise only
 * delivered ones are listed.
 */
async function askMessages(
  request: V3Request<'messages'>,
  signal: AbortSignal,
): Promise<Answer<V3Result<'messages'>>> {
  const { destination, source, only_externals } = request
  const canBeOnTheWay = destination !== undefined && source === undefined && !only_externals
  try {
    return await getV3('messages', request, signal)
  } catch (error) {
    if (!canBeOnTheWay || !(error instanceof ApiFailure && error.notIndexed)) throw error
    return getV3('messages', { ...request, direction: 'in' }, signal)
  }
}

/**
 * Returns the query for messages, newest first. External messages have no logical time, so their pages have
 * only an offset (`key.at` is empty).
 */
export function messagesQuery(
  network: Network,
  filter: MessageFilter,
  key: PageKey | undefined,
  limit: number,
  headSeqno: number,
) {
  const window = key && key.at !== '' ? { end_lt: key.at, offset: key.skip } : { offset: key?.skip ?? 0 }
  return queryOptions({
    queryKey: [network.id, 'messages', filter, key, limit, headSeqno],
    queryFn: ({ signal }) => askMessages({ ...filter, ...window, limit, sort: 'desc' }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export type BlockFilter = Pick<V3Request<'blocks'>, 'workchain' | 'shard' | 'start_utime' | 'end_utime'>

/** Returns the query for blocks of any chain, newest first. */
export function blocksListQuery(
  network: Network,
  filter: BlockFilter,
  key: PageKey | undefined,
  limit: number,
  headSeqno: number,
) {
  const window = key && { end_utime: key.at, offset: key.skip }
  return queryOptions({
    queryKey: [network.id, 'blocksList', filter, key, limit, headSeqno],
    queryFn: ({ signal }) => getV3('blocks', { ...filter, ...window, limit, sort: 'desc' }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Returns the query for a page of the transactions of all blocks that a masterchain block committed, in order.
 */
export function committedTransactionsQuery(network: Network, seqno: number, offset: number, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'committedTransactions', seqno, offset, limit],
    queryFn: ({ signal }) =>
      getV3('transactionsByMasterchainBlock', { seqno, offset, limit, sort: 'asc' }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
