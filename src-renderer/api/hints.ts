import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HINTS_PATH, HintSettings, HintsChange } from '#shared/schema/hints.ts'
import { useNetwork } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof HINTS_PATH = '/api/tonscope/hints'

const INTERVAL_MS = 5_000

/** Query for the hint server of a network. Polls nothing by itself. */
function hintsQuery(networkId: string) {
  return queryOptions({
    queryKey: [networkId, 'hints'],
    queryFn: ({ signal }) => requestEnveloped<HintSettings>(PATH, signal),
    retry: false,
  })
}

/** The hint server of the page's network. */
export type HintsState = {
  /** Undefined until it is known. */
  readonly settings: HintSettings | undefined
  /** Whether a server can be asked; undefined until it is known. */
  readonly isAllowed: boolean | undefined
  /** Changes the setting; what needed hints is read again. */
  readonly change: (change: HintsChange) => Promise<HintSettings>
}

/**
 * Returns the hint server of the page's network.
 * @param options.live whether its counts are read again every five seconds
 */
export function useHints({ live = false, enabled = true } = {}): HintsState {
  const client = useQueryClient()
  const { id } = useNetwork()
  const query = hintsQuery(id)
  const { data } = useQuery({ ...query, enabled, refetchInterval: live ? INTERVAL_MS : false })
  return {
    settings: data,
    isAllowed: data && data.url !== null,
    async change(change) {
      const { signal } = new AbortController()
      const settings = await requestEnveloped<HintSettings>(PATH, signal, { method: 'PUT', sent: change })
      client.setQueryData(query.queryKey, settings)
      await client.invalidateQueries({ queryKey: [id] })
      return settings
    },
  }
}

/** Returns the host of a hint server's address, as users know it. */
export function hintHost(url: string): string {
  return URL.parse(url)?.host ?? url
}
