import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionKind } from '../../../actions/describe/actionLine.ts'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import { withPending } from '../../../actions/pendingActions.ts'
import { accountActionsQuery, pendingActionsQuery, refreshAccountActions } from '../../../api/actions.ts'
import { useNetwork } from '../../../api/network.tsx'
import type { PageKey } from '../../../api/pageKey.ts'

/** The newest page is asked for so often. */
const POLL_MS = 3_000

type Wanted = {
  readonly address: string
  readonly kind: ActionKind | undefined
  readonly key: PageKey | undefined
  /** The account's last transaction: the list is asked again when it changes. */
  readonly lastLt: string
}

/** A page of an account's actions; the newest one with those that are pending. */
export function useAccountActions({ address, kind, key, lastLt }: Wanted) {
  const network = useNetwork()
  const client = useQueryClient()
  const isFirst = key === undefined && !network.recorded
  const polled = { refetchInterval: isFirst ? POLL_MS : (false as const) }
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
  const ofKind = (type: string, details: Readonly<Record<string, unknown>>) =>
    kind === undefined || describeAction({ type, details }).kind === kind
  const actions =
    listed && isFirst
      ? withPending(listed, pending ?? []).filter(({ type, details }) => ofKind(type, details))
      : listed
  return { query, actions }
}
