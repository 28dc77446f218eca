import { V2_PREFIX } from '#shared/schema/v2/client.ts'

/** What stands in a form, as requests are made of it. Texts throughout: numbers keep every digit. */

export type FormKind = 'GET' | 'POST' | 'JSON-RPC'

/** A field of the query form; an empty text: not given. */
export type FieldText = {
  readonly name: string
  /** Its JSON type: string, integer, boolean, array. */
  readonly type: string
  readonly text: string
}

export type FormText = {
  readonly path: string
  readonly kind: FormKind
  readonly fields: readonly FieldText[]
  /** Of POST and JSON-RPC. */
  readonly body: string
}

export type WireRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

function items(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

/** Path and query of the fields; lists are repeated. */
export function queryPath(path: string, fields: readonly FieldText[]): string {
  const pairs = fields.flatMap(({ name, type, text }) =>
    (type === 'array' ? items(text) : [text])
      .filter((value) => value !== '')
      .map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

function jsonText(type: string, text: string): string {
  if (type === 'array') return JSON.stringify(items(text))
  if (type === 'integer' && /^-?(0|[1-9]\d*)$/.test(text)) return text
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text
  return JSON.stringify(text)
}

/** The fields as the body of a POST. */
export function bodyOf(fields: readonly FieldText[]): string {
  const given = fields.filter(({ text }) => text !== '')
  const lines = given.map(({ name, type, text }) => `  ${JSON.stringify(name)}: ${jsonText(type, text)}`)
  return lines.length > 0 ? `{\n${lines.join(',\n')}\n}` : '{}'
}

/** An example as the body of a POST: lists of plain values on one line. */
export function exampleText(example: object): string {
  return JSON.stringify(example, null, 2).replaceAll(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`,
  )
}

/** A body as the params of a call. */
export function callOf(method: string, body: string): string {
  const params = body.trim().replaceAll('\n', '\n  ')
  return `{\n  "jsonrpc": "2.0",\n  "id": "1",\n  "method": ${JSON.stringify(method)},\n  "params": ${params}\n}`
}

/** What the form sends. */
export function requestOf(form: FormText, apiKey: string): WireRequest {
  const headers: Record<string, string> = apiKey === '' ? {} : { 'X-API-Key': apiKey }
  if (form.kind === 'GET') return { path: queryPath(form.path, form.fields), headers }
  const path = form.kind === 'JSON-RPC' ? `${V2_PREFIX}/jsonRPC` : form.path
  return { path, headers, body: form.body }
}

/** What keeps a body from being JSON, or undefined. */
export function bodyFault(body: string): string | undefined {
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
