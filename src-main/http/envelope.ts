import type { AppContext } from './appContext.ts'
import { extraText } from './extra.ts'
import { sendJson } from './respond.ts'

/** Unix time in milliseconds. */
export type Clock = () => number

function extraOf(c: AppContext, clock: Clock): string {
  return extraText(clock(), c.get('servers')?.() ?? [], performance.now() - c.get('startedAt'))
}

/** `{ok: true, result, @extra}` with status 200; a JSON-RPC call's answer also has its `jsonrpc` and `id`. */
export function success(c: AppContext, clock: Clock, result: unknown): Promise<Response> {
  return sendJson(c, 200, { ok: true, result, '@extra': extraOf(c, clock), ...c.get('jsonRpc') })
}

/** `{ok: false, error, code, @extra}`; `code` repeats the HTTP status. */
export function failure(c: AppContext, clock: Clock, status: number, text: string): Promise<Response> {
  return sendJson(c, status, {
    ok: false,
    error: text,
    code: status,
    '@extra': extraOf(c, clock),
    ...c.get('jsonRpc'),
  })
}
