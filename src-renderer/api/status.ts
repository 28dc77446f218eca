import { queryOptions } from '@tanstack/react-query'
import type { STATUS_PATH, Status } from '#shared/schema/status.ts'
import { getJson } from './request.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PATH: typeof STATUS_PATH = '/api/tonscope/status'

const LIVE_INTERVAL_MS = 1_000
/** A recorded network's head stands still; asking only tells whether the gateway is still there. */
const RECORDED_INTERVAL_MS = 5_000

/** Recorded blocks served read-only: their head never moves. */
export function isRecorded(status: Status): boolean {
  return status.network.kind === 'sample' || status.network.kind === 'archive'
}

/** The pulse of the window: network, head, servers. Polled while the page is visible. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => getJson<Status>(PATH, signal),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) =>
    state.data && isRecorded(state.data) && state.data.head ? RECORDED_INTERVAL_MS : LIVE_INTERVAL_MS,
})
