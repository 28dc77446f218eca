import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNetwork } from '../../api/network.tsx'
import { useStream } from '../../api/stream/useStream.ts'
import { type FoundTrace, traceQuery } from '../../api/traces.ts'
import { base64OfHex } from '../../format/hexOfBase64.ts'

/** With the stream an open trace is asked for so often all the same, for events that the stream dropped. */
const LIVE_POLL_MS = 10_000

/** The normalized hash of the external message that a trace began with. */
function externalNormOf({ trace }: FoundTrace): string | undefined {
  const messages = Object.values(trace.transactions ?? {}).map(({ in_msg }) => in_msg)
  const first = messages.find((message) => message && message.hash === trace.external_hash)
  return first?.hash_norm ?? undefined
}

/** The trace of a hash (hexadecimal), which is asked for again while it is open: when the stream says so, or often. */
export function useTrace(hash: string): UseQueryResult<FoundTrace | null> {
  const network = useNetwork()
  const wanted = traceQuery(network, hash)
  const known = useQueryClient().getQueryData(wanted.queryKey)
  const isOpen = !network.recorded && (!known || known.open)
  // The hash of a page can be that of the external message: where it is not, the stream is silent until it is known.
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
