import type { AppContext } from '../appContext.ts'
import { sendJson, sendJsonText } from '../response/respond.ts'
import { BARE_EXTRA, extraText } from './extra.ts'

/** Unix time in milliseconds. */
export type Clock = () => number

function extraOf(c: AppContext, clock: Clock): string {
  const { servers, startedAt, isCached, isExtraBare } = c.env.request
  if (isExtraBare) return BARE_EXTRA
  return extraText(clock(), servers?.() ?? [], performance.now() - startedAt, isCached)
}

/** `{ok: true, result, @extra}` with status 200; a JSON-RPC call's answer also has its `jsonrpc` and `id`. */
export function success(c: AppContext, clock: Clock, result: unknown): Response | Promise<Response> {
  return successOf(c, clock, JSON.stringify(result))
}

/** The same for a result that is JSON already. */
export function successOf(c: AppContext, clock: Clock, json: string): Response | Promise<Response> {
  const { jsonRpc } = c.env.request
  const rest = jsonRpc ? `,${JSON.stringify(jsonRpc).slice(1)}` : '}'
  return sendJsonText(c, 200, `{"ok":true,"result":${json},"@extra":"${extraOf(c, clock)}"${rest}`)
}

/** `{ok: false, error, code, @extra}`; `code` repeats the HTTP status. */
export function failure(
  c: AppContext,
  clock: Clock,
  status: number,
  text: string,
): Response | Promise<Response> {
  return sendJson(c, status, {
    ok: false,
    error: text,
    code: status,
    '@extra': extraOf(c, clock),
    ...c.env.request.jsonRpc,
  })
}
