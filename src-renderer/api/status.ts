import { queryOptions } from '@tanstack/react-query'
import type { STATUS_PATH, Status } from '#shared/schema/status.ts'
import { getJson } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof STATUS_PATH = '/api/tonscope/status'

const LIVE_INTERVAL_MS = 1_000
/** Interval for a network of other machines, ms: its blocks come in any case, and nothing here waits for one. */
const REMOTE_INTERVAL_MS = 2_000
/** Interval for a recorded network, ms: its head never changes, so that the poll only checks the gateway. */
const RECORDED_INTERVAL_MS = 5_000

/** Returns whether the network consists of recorded blocks, so that its head never changes. */
export function isRecorded(status: Status): boolean {
  return status.network.kind === 'sample' || status.network.kind === 'archive'
}

/** Query for network, head and servers, which polls while the page is visible. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => getJson<Status>(PATH, signal),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state: { data, status } }) => {
    if (!data?.head || status === 'error') return LIVE_INTERVAL_MS
    if (isRecorded(data)) return RECORDED_INTERVAL_MS
    return data.network.kind === 'devnet' ? LIVE_INTERVAL_MS : REMOTE_INTERVAL_MS
  },
})
