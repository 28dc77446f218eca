import { faultsOf, resolve, type Schema } from '../../conformance/jsonSchema.ts'

/** A served OpenAPI document, and checks of answers against it. */

type Media = { readonly schema: Schema; readonly example?: unknown }
type Content = { readonly content?: { readonly 'application/json': Media } }
export type DocumentedMethod = {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}
export type ServedDocument = {
  readonly paths: Readonly<
    Record<string, { readonly get?: DocumentedMethod; readonly post?: DocumentedMethod }>
  >
}

export type DocumentedOperation = {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly operation: DocumentedMethod
}

export async function documentOf(url: string, prefix: string): Promise<ServedDocument> {
  const response = await fetch(`${url}${prefix}/openapi.json`)
  return (await response.json()) as ServedDocument
}

export function operationsOf({ paths }: ServedDocument): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
}

/** Returns the differences of an answer from the document; an undocumented status is a fault too. */
export function answerFaults(
  document: ServedDocument,
  { operation, path }: DocumentedOperation,
  status: number,
  body: unknown,
): string[] {
  const named = operation.responses[status]
  if (!named) return [`${path}: status ${status} is not documented`]
  const { content } = named.$ref ? resolve<Content>(document, named.$ref) : named
  const schema = content?.['application/json'].schema
  if (!schema) return body === undefined ? [] : [`${path}: a body is not documented`]
  return faultsOf(document, schema, body)
}

/** Sends the document's own example. */
export async function askExample(
  url: string,
  { method, path, operation }: DocumentedOperation,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const query = new URLSearchParams()
  for (const { name, example } of operation.parameters ?? []) {
    for (const value of Array.isArray(example) ? example : [example]) {
      if (value !== undefined) query.append(name, String(value))
    }
  }
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: method.toUpperCase(),
    ...(method === 'post' && {
      body: JSON.stringify(operation.requestBody?.content?.['application/json'].example),
    }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
