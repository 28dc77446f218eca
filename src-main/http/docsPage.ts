import type { JsonSchema, OpenApiDocument, OpenApiParameter } from './openApi.ts'

/** The reading form of the OpenAPI document: plain HTML, rendered once, with forms that send the request. */

type PathOperation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Of a query. */
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': MediaType } }
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': MediaType } } }
}
type MediaType = { readonly schema: JsonSchema }

const MAX_SCHEMA_DEPTH = 12

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const INDENT = '  '

/** A schema as a sketch of the JSON it allows. */
function sketch(schema: JsonSchema, document: OpenApiDocument, depth: number): string {
  const { $ref, anyOf, oneOf, properties, items, type } = schema as {
    $ref?: string
    anyOf?: JsonSchema[]
    oneOf?: JsonSchema[]
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
    type?: string
  }
  if (depth > MAX_SCHEMA_DEPTH) return '…'
  const inner = INDENT.repeat(depth + 1)
  if ($ref) {
    const target = document.components.schemas[$ref.split('/').at(-1) ?? '']
    return target ? sketch(target, document, depth) : '…'
  }
  const variants = anyOf ?? oneOf
  if (variants) return variants.map((variant) => sketch(variant, document, depth)).join(`\n${inner}or `)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (items) return `[${sketch(items, document, depth)}, …]`
  if (properties) {
    const required = (schema.required ?? []) as readonly string[]
    const lines = Object.entries(properties).map(([name, value]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${inner}"${name}"${mark}: ${sketch(value, document, depth + 1)}`
    })
    return `{\n${lines.join(',\n')}\n${INDENT.repeat(depth)}}`
  }
  return type ?? 'any'
}

function typeOf(schema: JsonSchema): string {
  const { type, format, items } = schema as { type?: string; format?: string; items?: JsonSchema }
  return items ? `${typeOf(items)}, repeated` : [type, format].filter(Boolean).join(' ')
}

function parameterRow(parameter: OpenApiParameter, formId: string): string {
  const { name, required, description, schema } = parameter
  const fallback = schema.default === undefined ? '' : String(schema.default)
  const id = `${formId}-${name}`
  return `<tr>
    <th scope="row"><label for="${id}"><code>${name}</code></label>${required ? '<span class="required">required</span>' : ''}</th>
    <td>${escapeHtml(description)}<span class="type">${escapeHtml(typeOf(schema))}</span></td>
    <td><input id="${id}" name="${name}" placeholder="${escapeHtml(fallback)}" spellcheck="false" autocomplete="off"></td>
  </tr>`
}

/** A form that sends the query. */
function queryForm(path: string, name: string, parameters: readonly OpenApiParameter[]): string {
  const rows = parameters.map((parameter) => parameterRow(parameter, name)).join('\n')
  return `<form data-path="${path}">
    ${rows ? `<table><tbody>${rows}</tbody></table>` : ''}
    <button type="submit">Send GET</button>
    <output hidden></output>
  </form>`
}

/** The fields of a body; no form, because a query can't hold them. */
function bodyFields(schema: JsonSchema): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(
    ([field, fieldSchema]) => `<tr>
    <th scope="row"><code>${field}</code>${required.includes(field) ? '<span class="required">required</span>' : ''}</th>
    <td>${escapeHtml(String(fieldSchema.description ?? ''))}<span class="type">${escapeHtml(typeOf(fieldSchema))}</span></td>
  </tr>`,
  )
  return `<table><tbody>${rows.join('\n')}</tbody></table>`
}

function operationSection(path: string, operation: PathOperation, document: OpenApiDocument): string {
  const name = path.split('/').at(-1) ?? path
  const { parameters, requestBody } = operation
  const methods = parameters ? ['GET', 'POST'] : ['POST']
  const request = parameters
    ? queryForm(path, name, parameters)
    : bodyFields(requestBody?.content['application/json'].schema ?? {})
  const result = sketch(operation.responses[200].content['application/json'].schema, document, 0)
  return `<section id="${name}" aria-labelledby="${name}-title">
  <h3 id="${name}-title">${methods.map((method) => `<span class="method">${method}</span>`).join('')} <code>${path}</code></h3>
  <p>${escapeHtml(operation.summary)}.${operation.description ? ` ${escapeHtml(operation.description)}` : ''}</p>
  ${request}
  <details><summary>Answer</summary><pre>${escapeHtml(result)}</pre></details>
</section>`
}

/** The page at /docs. Scripts and styles are files of their own, as the content policy asks. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).map(([path, item]) => ({
    path,
    operation: (item.get ?? item.post) as PathOperation,
  }))
  const groups = document.tags.map(({ name: tag }) => ({
    tag,
    members: operations.filter(({ operation }) => operation.tags.includes(tag)),
  }))
  const navigation = groups.map(
    ({ tag, members }) =>
      `<li><span>${tag}</span><ul>${members
        .map(({ path }) => path.split('/').at(-1) ?? '')
        .map((name) => `<li><a href="#${name}">${name}</a></li>`)
        .join('')}</ul></li>`,
  )
  const sections = groups.map(
    ({ tag, members }) =>
      `<h2>${tag}</h2>${members.map(({ path, operation }) => operationSection(path, operation, document)).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Tonscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<nav aria-label="Operations">
  <a class="home" href="/">Tonscope</a>
  <ul>${navigation.join('\n')}</ul>
</nav>
<main>
  <h1>${escapeHtml(document.info.title)}</h1>
  <p>${escapeHtml(document.info.description)} Version ${escapeHtml(document.info.version)},
  <a href="/api/v2/openapi.json">OpenAPI document</a>. Operations take their parameters as a query (GET) or
  as a JSON object (POST; some only so) and answer <code>{"ok": true, "result": …, "@extra": …}</code>, or
  <code>{"ok": false, "error": …, "code": …, "@extra": …}</code> with the same HTTP status.</p>
  ${sections.join('\n')}
</main>
</body>
</html>
`
}
