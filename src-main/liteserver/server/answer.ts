import { LiteServerError } from '../errors.ts'
import type { TlResponse } from '../tl/function.ts'
import { encodeLiteServerError } from '../tl/function.ts'
import type { LiteApi, LiteFunctionName } from '../tl/liteApi.ts'
import { decodeLiteRequest, type LiteQuery, unwrapLiteQuery } from '../tl/liteQuery.ts'
import { TlError } from '../tl/tlError.ts'
import { isFixed } from './fixedAnswers.ts'
import { handlers } from './handlers.ts'
import type { LiteContext } from './liteContext.ts'
import { PLAIN_ERROR } from './liteErrors.ts'
import { waitForBlock } from './waitForBlock.ts'

/**
 * Answers the content of an ADNL query. Refusals are answers too (`liteServer.error`). Rejects on any other
 * failure: a damaged archive, or a bug.
 */
export async function answerLiteQuery(
  context: LiteContext,
  data: Buffer,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    const { wait, request } = unwrapLiteQuery(data)
    if (wait) await waitForBlock(context.store, wait, signal)
    const query = decodeLiteRequest(request)
    if (!context.answers || !isFixed(query, data)) return await runQuery(context, query)
    const key = data.toString('latin1')
    const known = context.answers.get(key)
    if (known) return known
    const answer = await runQuery(context, query)
    context.answers.set(key, answer, key.length + answer.length)
    return answer
  } catch (error) {
    if (error instanceof LiteServerError) return encodeLiteServerError(error)
    if (error instanceof TlError) return encodeLiteServerError({ code: PLAIN_ERROR, message: error.message })
    throw error
  }
}

async function runQuery<N extends LiteFunctionName>(
  context: LiteContext,
  query: Extract<LiteQuery, { name: N }>,
): Promise<Buffer> {
  // Handler and codec belong to the same function, which TypeScript cannot infer through a union.
  const handle = handlers[query.name] as (
    context: LiteContext,
    request: unknown,
  ) => TlResponse<LiteApi[N]> | Promise<TlResponse<LiteApi[N]>>
  const encode = query.fn.encodeResponse as (response: TlResponse<LiteApi[N]>) => Buffer
  return encode(await handle(context, query.request))
}
