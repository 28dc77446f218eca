import { decodeLiteRequest, type LiteQuery, unwrapLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'

/**
 * Reads a query: in `liteServer.query`, after the bytes of `liteServer.queryPrefix`, or by itself. The wait
 * prefix can be before or inside the wrapper.
 * @throws TlError
 */
export function decodeLiteQuery(data: Uint8Array): LiteQuery {
  const { wait, request } = unwrapLiteQuery(data)
  const query = decodeLiteRequest(request)
  return wait ? { ...query, wait } : query
}
