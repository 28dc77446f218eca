import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { historyQuery } from './accounts.ts'
import type { Network } from './network.tsx'
import { getV2 } from './request.ts'

type HistoryItem = V2Result<'getTransactions'>[number]

/** A message that an account will receive. Hashes are in base64. */
export type AwaitedMessage = {
  readonly address: string
  /** The message's own hash and its normalized one: a node can store either. */
  readonly hashes: readonly string[]
  readonly bodyHash?: string | undefined
}

const PAGE = 30
const MAX_PAGES = 4
const POLL_MS = 1_000

function isAwaited(item: HistoryItem, { hashes, bodyHash }: AwaitedMessage): boolean {
  const message = item.in_msg
  if (!message) return false
  if (hashes.includes(message.hash)) return true
  return bodyHash !== undefined && message.source === '' && message.body_hash === bodyHash
}

/** Searches the newest transactions of the account. */
async function lookOnce(
  client: QueryClient,
  network: Network,
  awaited: AwaitedMessage,
  signal: AbortSignal,
): Promise<HistoryItem | undefined> {
  const { result } = await getV2('getAddressInformation', { address: awaited.address }, signal)
  let start = result.last_transaction_id
  for (let page = 0; page < MAX_PAGES && start.lt !== '0'; page++) {
    const answer = await client.fetchQuery(historyQuery(network, awaited.address, start, PAGE))
    const found = answer.result.find((item) => isAwaited(item, awaited))
    if (found) return found
    const last = answer.result.at(-1)
    if (!last || answer.result.length < PAGE) return undefined
    start = last.transaction_id
  }
  return undefined
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}

/**
 * Returns the query for the transaction that receives a message, which waits for it; the data is null after the
 * deadline (unix milliseconds).
 */
export function incomingTransactionQuery(network: Network, awaited: AwaitedMessage, deadline: number) {
  return queryOptions({
    queryKey: [network.id, 'incoming', awaited.address, ...awaited.hashes],
    queryFn: async ({ client, signal }) => {
      for (;;) {
        const found = await lookOnce(client, network, awaited, signal)
        if (found) return found
        if (Date.now() >= deadline) return null
        await pause(POLL_MS, signal)
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
