import { V3_PREFIX } from '#shared/schema/v3/client.ts'

/** Longer than the gateway takes for anything. */
const DEADLINE_MS = 60_000

export type V3Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Asks a path after `/api/v3/` as plain programs do: GET, or POST where there is a body. */
export async function askV3(
  url: string,
  path: string,
  {
    body,
    headers = {},
  }: {
    readonly body?: object | string | undefined
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Promise<V3Reply> {
  const response = await fetch(`${url}${V3_PREFIX}/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    headers,
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Path and query; lists are repeated. */
export function pathOf(name: string, params: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item))
  }
  return `${name}?${query}`
}
