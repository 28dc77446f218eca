import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ActionKind } from '../../../actions/describe/actionLine.ts'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import { withPending } from '../../../actions/pendingActions.ts'
import { accountActionsQuery, pendingActionsQuery, refreshAccountActions } from '../../../api/actions.ts'
import { useNetwork } from '../../../api/network.tsx'
import type { PageKey } from '../../../api/pageKey.ts'
import { liveActionList, NO_LIVE_ACTIONS, withEvent, withoutListed } from '../../../api/stream/liveActions.ts'
import { useStream } from '../../../api/stream/useStream.ts'

/** Without the stream the newest page is asked for so often; with it, for events that the stream dropped. */
const POLL_MS = 3_000
const LIVE_POLL_MS = 20_000

type Wanted = {
  readonly address: string
  readonly kind: ActionKind | undefined
  readonly key: PageKey | undefined
  /** The account's last transaction: the list is asked again when it changes. */
  readonly lastLt: string
}

/** A page of an account's actions; the newest one with those that are pending, as the stream brings them. */
export function useAccountActions({ address, kind, key, lastLt }: Wanted) {
  const network = useNetwork()
  const client = useQueryClient()
  const isFirst = key === undefined && !network.recorded
  const [live, setLive] = useState(NO_LIVE_ACTIONS)
  const refresh = () => refreshAccountActions(client, network, address)
  const isLive = useStream(isFirst ? { types: ['actions'], addresses: [address] } : undefined, {
    onEvent: (event) => {
      setLive((before) => withEvent(before, event))
      const isFinal = 'finality' in event && event.finality === 'finalized'
      if (isFinal || event.type === 'trace_invalidated') refresh()
    },
    // What the stream brought before it broke can have been revoked since: all is asked for again.
    onSubscribed: () => {
      setLive(NO_LIVE_ACTIONS)
      refresh()
    },
  })
  const polled = { refetchInterval: isFirst ? (isLive ? LIVE_POLL_MS : POLL_MS) : (false as const) }
  const query = useQuery({ ...accountActionsQuery(network, address, kind, key), ...polled })
  const { data: pending } = useQuery({
    ...pendingActionsQuery(network, address),
    ...polled,
    enabled: isFirst,
  })
  useEffect(() => {
    if (isFirst && lastLt !== '') refreshAccountActions(client, network, address)
  }, [client, network, address, isFirst, lastLt])
  const listed = query.data?.actions
  useEffect(() => {
    if (listed) setLive((before) => withoutListed(before, listed))
  }, [listed])
  const ofKind = (type: string, details: Readonly<Record<string, unknown>>) =>
    kind === undefined || describeAction({ type, details }).kind === kind
  const actions =
    listed && isFirst
      ? withPending(listed, withPending(pending ?? [], liveActionList(live))).filter(({ type, details }) =>
          ofKind(type, details),
        )
      : listed
  return { query, actions }
}
