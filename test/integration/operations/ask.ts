/** One request of /api/v2 in each of the forms that it can have. */

export type Form = 'GET' | 'POST' | 'jsonRPC'
export const FORMS: readonly Form[] = ['GET', 'POST', 'jsonRPC']

/** By name, as JSON has them; big integers stand for bare numbers. */
export type Params = { readonly [name: string]: unknown }

export type Answer = {
  readonly status: number
  readonly headers: Headers
  /** Of a JSON-RPC call without its echo, so that it is the same in every form. */
  readonly body: unknown
}

const CALL_ID = 7

/** JSON in which a bigint is a number of all its digits. */
export function toJson(value: unknown): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? rawJSON(String(item)) : item))
}

/** Arrays are repeated parameters; undefined values are left out. */
export function queryOf(params: Params): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
    for (const item of items) query.append(name, String(item))
  }
  return query.toString()
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) }
}

export async function post(url: string, name: string, body: string): Promise<Answer> {
  return read(await fetch(`${url}/api/v2/${name}`, { method: 'POST', body }))
}

/** Asks an operation; a text is a query or a body as it is. */
export async function ask(url: string, form: Form, name: string, params: Params | string): Promise<Answer> {
  if (form === 'GET') {
    const query = typeof params === 'string' ? params : queryOf(params)
    return read(await fetch(`${url}/api/v2/${name}${query && '?'}${query}`))
  }
  const json = typeof params === 'string' ? params : toJson(params)
  if (form === 'POST') return post(url, name, json)
  const call = `{"jsonrpc":"2.0","id":${CALL_ID},"method":${JSON.stringify(name)},"params":${json}}`
  const { status, headers, body } = await post(url, 'jsonRPC', call)
  const { jsonrpc, id, ...rest } = body as Params
  if (jsonrpc !== '2.0' || id !== CALL_ID) throw new Error(`jsonRPC echoes ${toJson(body).slice(0, 300)}`)
  return { status, headers, body: rest }
}
