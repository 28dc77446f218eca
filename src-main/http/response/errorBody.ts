import { isStreamingPath } from '#shared/schema/streaming.ts'
import { isV3Path } from '#shared/schema/v3/client.ts'
import type { V3ErrorJson } from '#shared/schema/v3/envelope.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { extraText } from '../v2/extra.ts'

/** Returns the JSON of a failure that is answered before the app sees the request, in the form of the API of `path`. */
export function errorBody(path: string, status: number, text: string): string {
  if (isV3Path(path) || isStreamingPath(path))
    return v3JsonText({ error: text, code: status } satisfies V3ErrorJson)
  return JSON.stringify({ ok: false, error: text, code: status, '@extra': extraText(Date.now(), [], 0) })
}
