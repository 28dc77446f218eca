import { bytes, int } from './codec.ts'
import { tlConstructor, unknownConstructor } from './combinator.ts'
import type { TlFunction, TlRequest } from './function.ts'
import { encodeBoxed } from './function.ts'
import type { LiteApi, LiteFunctionName } from './liteApi.ts'
import { liteApi } from './liteApi.ts'
import { TlReader } from './reader.ts'
import { TlError } from './tlError.ts'

/**
 * A prefix of a query (`liteServer.waitMasterchainSeqno`): wait at most `timeoutMs` until the server has
 * masterchain block `seqno`.
 */
export type LiteWait = { readonly seqno: number; readonly timeoutMs: number }

/** A query as received by a server. `name` determines the type of `request`. */
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
  (Object.keys(liteApi) as LiteFunctionName[]).flatMap((name) => [
    [liteApi[name].id, name],
    [liteApi[name].lineChecksum, name],
  ]),
)

/**
 * Returns the data of an ADNL query: `liteServer.query` around the request, with the wait prefix before it.
 */
export function encodeLiteQuery<Q>(fn: TlFunction<Q, unknown>, request: Q, wait?: LiteWait): Buffer {
  return wrapLiteQuery(fn.encodeRequest(request), wait)
}

/** Returns the data of an ADNL query for an encoded request. */
export function wrapLiteQuery(request: Uint8Array, wait?: LiteWait): Buffer {
  const data = wait ? Buffer.concat([encodeBoxed(waitMasterchainSeqno, wait), request]) : request
  return encodeBoxed(query, { data })
}

/**
 * Reads only the wrapper and prefixes; `request` is the rest and can be anything. The reference server waits
 * before it reads the function, so that a wait without a function is a valid query.
 * @throws TlError
 */
export function unwrapLiteQuery(data: Uint8Array): {
  readonly wait: LiteWait | undefined
  readonly request: Uint8Array
} {
  let bytes = data
  let reader = new TlReader(bytes)
  let wrapped = false
  let wait: LiteWait | undefined
  for (;;) {
    const start = reader.offset
    const id = reader.peekUint32()
    if (id === query.id || id === queryPrefix.id) {
      reader.uint32()
      if (wrapped) throw new TlError('nested_query', 'Query inside a query', reader.offset)
      wrapped = true
      if (id === queryPrefix.id) continue
      bytes = query.read(reader).data
      reader.end()
      reader = new TlReader(bytes)
    } else if (id === waitMasterchainSeqno.id) {
      reader.uint32()
      if (wait) throw new TlError('nested_query', 'Second waitMasterchainSeqno', reader.offset)
      wait = waitMasterchainSeqno.read(reader)
    } else {
      return { wait, request: bytes.subarray(start) }
    }
  }
}

/**
 * Reads a function's id and its fields, which must end the data.
 * @throws TlError; its offsets count from the id
 */
export function decodeLiteRequest(data: Uint8Array): LiteQuery {
  const reader = new TlReader(data)
  const id = reader.uint32()
  const name = functionsById.get(id)
  if (!name) throw unknownConstructor(id, reader.offset)
  const fn = liteApi[name]
  const request = fn.readRequest(reader)
  reader.end()
  return { name, fn, request } as LiteQuery
}
