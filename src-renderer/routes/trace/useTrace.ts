import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNetwork } from '../../api/network.tsx'
import { useStream } from '../../api/stream/useStream.ts'
import { type FoundTrace, type TracePlace, traceQuery } from '../../api/traces.ts'
import { base64OfHex } from '../../format/hexOfBase64.ts'

/** Polling interval of an open trace with the stream, which can drop events. */
const LIVE_POLL_MS = 10_000

/** Returns the normalized hash of the trace's external message. */
function externalNormOf({ trace }: FoundTrace): string | undefined {
  const messages = Object.values(trace.transactions ?? {}).map(({ in_msg }) => in_msg)
  const first = messages.find((message) => message && message.hash === trace.external_hash)
  return first?.hash_norm ?? undefined
}

/**
 * Returns the trace of a hash (hexadecimal), which is refreshed while it is open, by events of the stream and
 * by polling.
 */
export function useTrace(hash: string, place?: TracePlace): UseQueryResult<FoundTrace | null> {
  const network = useNetwork()
  const wanted = traceQuery(network, hash, place)
  const known = useQueryClient().getQueryData(wanted.queryKey)
  const isOpen = !network.recorded && (!known || known.open)
  // The hash can be that of the external message. If it is not, there are no events until the trace is
  // loaded.
  const norm = known ? externalNormOf(known) : base64OfHex(hash)
  const request =
    isOpen && norm !== undefined
      ? ({ types: ['trace'], trace_external_hash_norms: [norm] } as const)
      : undefined
  const refetch = () => void query.refetch()
  const isLive = useStream(request, { onEvent: refetch, onSubscribed: refetch })
  const query: UseQueryResult<FoundTrace | null> = useQuery({
    ...wanted,
    ...(isLive && known && { refetchInterval: LIVE_POLL_MS }),
  })
  return query
}
