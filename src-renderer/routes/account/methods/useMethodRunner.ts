import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type MethodCall, methodRunQuery } from '../../../api/contractRuns.ts'
import { useNetwork } from '../../../api/network.tsx'
import { formatArguments, parseArguments } from '../../../decode/stackArguments.ts'
import { callOf, type Draft, draftOf } from './methodDraft.ts'

const route = getRouteApi('/account/$address')
const NO_CALL: MethodCall = { method: '', arguments: [], stack: [], seqno: undefined, run: 0 }

/**
 * Keeps the edited call and the last one that was run. A method in the URL is run when the page opens, and
 * running another call changes the URL.
 */
export function useMethodRunner(address: string) {
  const navigate = useNavigate()
  const search = route.useSearch()
  const [draft, setDraft] = useState(() =>
    draftOf(search.method ?? '', parseArguments(search.args ?? '[]') ?? [], search.seqno ?? ''),
  )
  /** Whether faults of empty fields are shown, which begins with an attempt to run the call. */
  const [strict, setStrict] = useState(false)
  const [call, setCall] = useState(() => (search.method === undefined ? undefined : callOf(draft, 0)))
  const query = useQuery({
    ...methodRunQuery(useNetwork(), address, call ?? NO_CALL),
    enabled: call !== undefined,
  })
  const run = (next: Draft) => {
    setDraft(next)
    const made = callOf(next, (call?.run ?? 0) + 1)
    setStrict(made === undefined)
    if (!made) return
    setCall(made)
    void navigate({
      to: '.',
      search: {
        ...search,
        tab: 'methods',
        method: made.method,
        args: formatArguments(made.arguments),
        seqno: made.seqno === undefined ? undefined : String(made.seqno),
      },
      replace: true,
      resetScroll: false,
    })
  }
  const restart = (next: Draft) => {
    setDraft(next)
    setStrict(false)
  }
  return { draft, setDraft, strict, call, query, run, restart }
}
