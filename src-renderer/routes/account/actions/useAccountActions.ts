import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ActionKind } from '../../../actions/describe/actionLine.ts'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import { withPending } from '../../../actions/pendingActions.ts'
import { accountActionsQuery, pendingActionsQuery, refreshAccountActions } from '../../../api/actions.ts'
import { useNetwork } from '../../../api/network.tsx'
import type { PageKey } from '../../../api/pageKey.ts'
import { liveActionList, NO_LIVE_ACTIONS, withEvent, withoutListed } from '../../../api/stream/liveActions.ts'
import { useStream } from '../../../api/stream/useStream.ts'

/** Polling interval of the newest page without the stream. */
const POLL_MS = 3_000
/** The same with the stream, which can drop events. */
const LIVE_POLL_MS = 20_000

type Wanted = {
  readonly address: string
  readonly kind: ActionKind | undefined
  readonly key: PageKey | undefined
  /** The account's last transaction: the list is read again when it changes. */
  readonly lastLt: string
}

/** Returns a page of an account's actions. The newest page includes pending ones, also those of the stream. */
export function useAccountActions({ address, kind, key, lastLt }: Wanted) {
  const network = useNetwork()
  const client = useQueryClient()
  const isFirst = key === undefined && !network.recorded
  const [live, setLive] = useState(NO_LIVE_ACTIONS)
  const refresh = () => refreshAccountActions(client, network, address)
  const wasLive = useRef(false)
  const [subscribedAt, setSubscribedAt] = useState(0)
  const isLive = useStream(isFirst ? { types: ['actions'], addresses: [address] } : undefined, {
    onEvent: (event) => {
      setLive((before) => withEvent(before, event))
      const isFinal = 'finality' in event && event.finality === 'finalized'
      if (isFinal || event.type === 'trace_invalidated') refresh()
    },
    onSubscribed: () => {
      // The first time the list is recent: the next poll adds events between its answer and the subscription.
      if (wasLive.current) {
        setLive(NO_LIVE_ACTIONS)
        refresh()
      }
      wasLive.current = true
      setSubscribedAt(Date.now())
    },
  })
  /** Polls at the longer interval once an answer is newer than the subscription. */
  const interval = ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
    isLive && state.dataUpdatedAt > subscribedAt ? LIVE_POLL_MS : POLL_MS
  const polled = { refetchInterval: isFirst ? interval : (false as const) }
  const query = useQuery({ ...accountActionsQuery(network, address, kind, key), ...polled })
  const { data: pending } = useQuery({
    ...pendingActionsQuery(network, address),
    ...polled,
    enabled: isFirst,
  })
  const knownLt = useRef(lastLt)
  useEffect(() => {
    if (knownLt.current === lastLt) return
    knownLt.current = lastLt
    if (isFirst) refreshAccountActions(client, network, address)
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
