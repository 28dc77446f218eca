import { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import type { V3ErrorJson } from '#shared/schema/v3/envelope.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { AppContext } from '../appContext.ts'
import { freeAfterSend } from '../response/freeAfterSend.ts'
import { sendJsonText, setHeader } from '../response/respond.ts'

/** Version of toncenter's schema that is followed (compatibility-v3 §1.1). */
export const V3_API_VERSION = '1.2.10'

/** The answer to a v3 request. */
export type V3Answer = {
  readonly status: number
  /** The whole body, for this answer alone: it is freed after it is sent. */
  readonly json: Uint8Array<ArrayBuffer>
  /** Value of X-Index-Coverage. */
  readonly coverage: string
}

/** Sends an answer unchanged. */
export function v3Success(c: AppContext, { status, json, coverage }: V3Answer): Response | Promise<Response> {
  setHeader(c, COVERAGE_HEADER, coverage)
  setTiming(c)
  freeAfterSend(c, json)
  return sendJsonText(c, status, json)
}

/** Returns `{"error", "code"}`, as toncenter, its document and clients expect (compatibility-v3 §2.1). */
export function v3Failure(c: AppContext, status: number, text: string): Response | Promise<Response> {
  setTiming(c)
  return sendJsonText(c, status, v3JsonText({ error: text, code: status } satisfies V3ErrorJson))
}

function setTiming(c: AppContext): void {
  const elapsed = performance.now() - c.env.request.startedAt
  setHeader(c, 'Server-timing', `app;dur=${elapsed.toFixed(3)}`)
}
