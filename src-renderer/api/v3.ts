import { v3Path } from '#shared/schema/v3/client.ts'
import type { V3Name, V3Request, V3Result } from '#shared/schema/v3/operations.ts'
import { type Answer, getBare } from './request.ts'

/** Options of a call. */
type CallOptions = {
  /** False: an unknown hash is not looked for in the newest blocks, which takes seconds and hundreds of queries. */
  readonly searches?: boolean
}

function pathOf<Name extends V3Name>(name: Name, request: V3Request<Name>, { searches = true }: CallOptions) {
  const path = v3Path(name, request)
  return searches ? path : `${path}${path.includes('?') ? '&' : '?'}x_no_search=true`
}

/** Calls an operation of `/api/v3`. Throws ApiFailure, or the signal's reason after an abort. */
export async function getV3<Name extends V3Name>(
  name: Name,
  request: V3Request<Name>,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<Answer<V3Result<Name>>> {
  const answer = await getBare<V3Result<Name>>(pathOf(name, request, options), signal)
  if (!answer) throw new Error('an answer without an exception is never absent')
  return answer
}

/** Calls an operation that returns 404 if the object does not exist; the result is then undefined. */
export function findV3<Name extends V3Name>(
  name: Name,
  request: V3Request<Name>,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<Answer<V3Result<Name>> | undefined> {
  return getBare(pathOf(name, request, options), signal, [404])
}
