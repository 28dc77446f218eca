import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ACCESS_PREFIX, AccessSettings, AccessState, AddedKey, NewKey } from '#shared/schema/access.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PREFIX: typeof ACCESS_PREFIX = '/api/tonscope/access'

/** The command line changes it too; when a key was last used moves by itself. */
const INTERVAL_MS = 5_000

/** What can be asked of access control, and what it answers. */
type Commands = {
  readonly settings: { readonly sent: AccessSettings; readonly answer: AccessState }
  readonly add: { readonly sent: NewKey; readonly answer: AddedKey }
  readonly revoke: { readonly sent: { readonly name: string }; readonly answer: AccessState }
}
export type AccessCommand = keyof Commands
export type AccessRequest<Name extends AccessCommand> = Commands[Name]['sent']
export type AccessAnswer<Name extends AccessCommand> = Commands[Name]['answer']

/** Who may ask the gateway, and how often. Refused with 403 to windows of other machines. */
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

/** Changes access control; what it changed is read anew. */
export function useAccessCall(): AccessCall {
  const client = useQueryClient()
  return async <Name extends AccessCommand>(name: Name, sent: AccessRequest<Name>) => {
    const { signal } = new AbortController()
    const answer = await requestEnveloped<AccessAnswer<Name>>(`${PREFIX}/${name}`, signal, { sent })
    await client.invalidateQueries({ queryKey: accessQuery.queryKey })
    return answer
  }
}
