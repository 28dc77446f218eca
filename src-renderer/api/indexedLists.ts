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
 * Messages on their way to an account are known only where all blocks are indexed. Elsewhere those that arrived are
 * listed.
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

/** Messages, newest first. Those from outside have no logical time: their pages are counted (`key.at` is empty). */
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

/** Blocks of any chain, newest first by their time. */
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

/** A page of the transactions of all blocks that a masterchain block committed, in their order. */
export function committedTransactionsQuery(network: Network, seqno: number, offset: number, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'committedTransactions', seqno, offset, limit],
    queryFn: ({ signal }) =>
      getV3('transactionsByMasterchainBlock', { seqno, offset, limit, sort: 'asc' }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
