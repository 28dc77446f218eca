import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ActionKind } from '../../../actions/describe/actionLine.ts'
import type { TraceFilter } from '../../../actions/filterTraces.ts'
import { useIsSystemAccount } from '../../../api/systemAccounts.ts'

const route = getRouteApi('/account/$address')

export type ActionFilter = TraceFilter & { readonly kind: ActionKind | undefined }

/** Returns the filters of a history from the URL, and a function that changes them. */
export function useActionFilter(address: string) {
  const navigate = useNavigate()
  const { tab, kind, spam, system, failed } = route.useSearch()
  const isSystem = useIsSystemAccount()?.(address) === true
  const filter: ActionFilter = {
    kind,
    spam: spam === 'shown',
    // System accounts have only the network's own actions.
    system: isSystem || system !== 'hidden',
    failedOnly: failed === 'only',
  }
  const change = (next: Partial<ActionFilter>) => {
    const target = { ...filter, ...next }
    return navigate({
      to: '.',
      search: {
        tab,
        kind: target.kind,
        spam: target.spam ? 'shown' : undefined,
        system: target.system ? undefined : 'hidden',
        failed: target.failedOnly ? 'only' : undefined,
      },
      replace: true,
      resetScroll: false,
    })
  }
  return { filter, change, isSystem }
}
