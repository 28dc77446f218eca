import { bytes, int } from './codec.ts'
import { tlConstructor, unknownConstructor } from './combinator.ts'
import type { TlFunction, TlRequest } from './function.ts'
import { encodeBoxed } from './function.ts'
import type { LiteApi, LiteFunctionName } from './liteApi.ts'
import { liteApi } from './liteApi.ts'
import { TlReader } from './reader.ts'
import { TlError } from './tlError.ts'

/** Before a function: wait until the server has masterchain block `seqno`, at most `timeoutMs`. */
export type LiteWait = { readonly seqno: number; readonly timeoutMs: number }

/** A query as a server sees it: `name` tells the type of `request`. */
export type LiteQuery = {
  [N in LiteFunctionName]: {
    readonly name: N
    readonly fn: LiteApi[N]
    readonly request: TlRequest<LiteApi[N]>
    readonly wait?: LiteWait
  }
}[LiteFunctionName]

export const query = tlConstructor('liteServer.query data:bytes = Object', { data: bytes })
export const queryPrefix = tlConstructor('liteServer.queryPrefix = Object', {})
export const waitMasterchainSeqno = tlConstructor(
  'liteServer.waitMasterchainSeqno seqno:int timeout_ms:int = Object; // query prefix',
  { seqno: int, timeoutMs: int },
)

const functionsById: ReadonlyMap<number, LiteFunctionName> = new Map(
  (Object.keys(liteApi) as LiteFunctionName[]).map((name) => [liteApi[name].id, name]),
)

/** The data of an ADNL query: `liteServer.query` around the request, which the wait prefix precedes. */
export function encodeLiteQuery<Q>(fn: TlFunction<Q, unknown>, request: Q, wait?: LiteWait): Buffer {
  return wrapLiteQuery(fn.encodeRequest(request), wait)
}

/** The same for a request that is encoded already. */
export function wrapLiteQuery(request: Uint8Array, wait?: LiteWait): Buffer {
  const data = wait ? Buffer.concat([encodeBoxed(waitMasterchainSeqno, wait), request]) : request
  return encodeBoxed(query, { data })
}

/**
 * A request without its wrapper: as in `liteServer.query`, after the bytes of `liteServer.queryPrefix`, or by
 * itself; the wait prefix may stand before or inside the wrapper. Throws TlError.
 */
export function decodeLiteQuery(data: Uint8Array): LiteQuery {
  let reader = new TlReader(data)
  let wrapped = false
  let wait: LiteWait | undefined
  for (;;) {
    const id = reader.uint32()
    if (id === query.id || id === queryPrefix.id) {
      if (wrapped) throw new TlError('nested_query', 'Query inside a query', reader.offset)
      wrapped = true
      if (id === queryPrefix.id) continue
      const inner = query.read(reader).data
      reader.end()
      reader = new TlReader(inner)
    } else if (id === waitMasterchainSeqno.id) {
      if (wait) throw new TlError('nested_query', 'Second waitMasterchainSeqno', reader.offset)
      wait = waitMasterchainSeqno.read(reader)
    } else {
      const name = functionsById.get(id)
      if (!name) throw unknownConstructor(id, reader.offset)
      const fn = liteApi[name]
      const request = fn.readRequest(reader)
      reader.end()
      return { name, fn, request, ...(wait && { wait }) } as LiteQuery
    }
  }
}
