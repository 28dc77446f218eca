import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ACCESS_PREFIX, AccessSettings, AccessState, AddedKey, NewKey } from '#shared/schema/access.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PREFIX: typeof ACCESS_PREFIX = '/api/tonscope/access'

/** Polling interval: the command line changes access control too, and times of last use change. */
const INTERVAL_MS = 5_000

/** Commands of access control, with their arguments and results. */
type Commands = {
  readonly settings: { readonly sent: AccessSettings; readonly answer: AccessState }
  readonly add: { readonly sent: NewKey; readonly answer: AddedKey }
  readonly revoke: { readonly sent: { readonly name: string }; readonly answer: AccessState }
}
export type AccessCommand = keyof Commands
export type AccessRequest<Name extends AccessCommand> = Commands[Name]['sent']
export type AccessAnswer<Name extends AccessCommand> = Commands[Name]['answer']

/**
 * Returns the keys and rate limits. The gateway rejects the request with 403 if it comes from another machine.
 */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => requestEnveloped<AccessState>(PREFIX, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.error ? false : INTERVAL_MS),
})

export type AccessCall = <Name extends AccessCommand>(
  name: Name,
  sent: AccessRequest<Name>,
) => Promise<AccessAnswer<Name>>

/** Returns a function that changes access control and refreshes the queries that depend on it. */
export function useAccessCall(): AccessCall {
  const client = useQueryClient()
  return async <Name extends AccessCommand>(name: Name, sent: AccessRequest<Name>) => {
    const { signal } = new AbortController()
    const answer = await requestEnveloped<AccessAnswer<Name>>(`${PREFIX}/${name}`, signal, { sent })
    await client.invalidateQueries({ queryKey: accessQuery.queryKey })
    return answer
  }
}
