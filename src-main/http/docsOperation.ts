import { SENDING } from '#shared/schema/exampleFacts.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { schemaHtml, typeText } from './docsSchema.ts'
import { escapeHtml } from './html.ts'
import type { OpenApiDocument, OpenApiParameter } from './openApiParts.ts'
import type { JsonSchema } from './openApiSchema.ts'

/** One operation of the documentation: what it is, and a form that sends it. */

type Media = {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
}
type Body = { readonly content?: { readonly 'application/json': Media } }
type Response = Body & { readonly description: string }

/** What is read of a method of a path. */
type Method = {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response>>
}

export type DocumentedOperation = {
  readonly name: string
  readonly path: string
  readonly aliases: readonly string[]
  readonly tag: string
  readonly get: Method | undefined
  readonly post: Method | undefined
}

/** One entry of the page, whichever its methods: the description is the same. */
function methodOf({ get, post }: DocumentedOperation): Method {
  const method = get ?? post
  if (!method) throw new Error('a path of the document has neither GET nor POST')
  return method
}

/** The operations of a document; aliases stand with what they mean. */
export function operationsOf(
  document: OpenApiDocument,
  aliasesOf: (name: string) => readonly string[],
): DocumentedOperation[] {
  const nameOf = (path: string) => path.replace(/^\/api\/v\d+\//, '')
  const all = Object.entries(document.paths).map(([path, item]) => {
    const methods = item as { get?: Method; post?: Method }
    const [get, post] = [methods.get, methods.post].map((method) => method && withSchemas(method, document))
    const name = nameOf(path)
    return { name, path, aliases: aliasesOf(name), tag: (get ?? post)?.tags[0] ?? '', get, post }
  })
  const aliases = new Set(all.flatMap((operation) => operation.aliases))
  return all.filter(({ name }) => !aliases.has(name))
}

/** The method with the schemas of its body and of its answer in place of references to them. */
function withSchemas(method: Method, document: OpenApiDocument): Method {
  const { requestBody, responses } = method
  const answer = responses[200]
  return {
    ...method,
    ...(requestBody && { requestBody: withSchema(requestBody, document) }),
    ...(answer && { responses: { ...responses, 200: withSchema(answer, document) } }),
  }
}

function withSchema<Part extends Body>(part: Part, document: OpenApiDocument): Part {
  const media = part.content?.['application/json']
  const { $ref } = media?.schema ?? {}
  const schema = typeof $ref === 'string' && document.components.schemas[$ref.split('/').at(-1) ?? '']
  return media && schema ? { ...part, content: { 'application/json': { ...media, schema } } } : part
}

/** How an operation can be asked, in the order of the form's tabs. */
function formsOf({ name, path, get, post }: DocumentedOperation): readonly string[] {
  const isOperation = post !== undefined && path.startsWith(`${V2_PREFIX}/`) && name !== 'jsonRPC'
  return [get && 'GET', post && 'POST', isOperation && 'JSON-RPC'].filter((form) => typeof form === 'string')
}

type Field = {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

function fieldsOf(operation: DocumentedOperation): readonly Field[] {
  const { parameters, requestBody } = methodOf(operation)
  if (parameters) return parameters
  const { schema, example = {} } = requestBody?.content?.['application/json'] ?? { schema: {} }
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    description: String(field.description ?? ''),
    schema: field,
    example: (example as Record<string, unknown>)[name],
  }))
}

function parameterItem(operation: string, { name, required, description, schema }: Field): string {
  const fallback = schema.default === undefined ? '' : JSON.stringify(schema.default)
  return `<div class="parameter" id="${operation}.${name}">
    <dt><code class="name">${name}</code><span class="type">${escapeHtml(typeText(schema))}</span>${
      required ? '<span class="presence required">required</span>' : '<span class="presence">optional</span>'
    }${fallback ? `<span class="default">default <code>${escapeHtml(fallback)}</code></span>` : ''}</dt>
    <dd>${escapeHtml(description)}</dd>
  </div>`
}

function parameterList(operation: DocumentedOperation): string {
  const fields = fieldsOf(operation)
  if (fields.length === 0) return '<p class="none">It takes no parameters.</p>'
  const items = fields.map((field) => parameterItem(operation.name, field))
  return `<dl class="parameters">${items.join('\n')}</dl>`
}

function resolved(response: Response, document: OpenApiDocument): Response {
  const { $ref } = response as { $ref?: string }
  return $ref
    ? (document.components.responses[$ref.split('/').at(-1) ?? ''] as unknown as Response)
    : response
}

/** Failures that all operations have are told once, at the top of the page. */
function isShared(response: Response): boolean {
  return '$ref' in response
}

function failureItem([status, { description, content }]: readonly [string, Response]): string {
  const texts = Object.keys(content?.['application/json'].examples ?? {})
  return `<li><span class="status" data-ok="false">${status}</span><div><p>${escapeHtml(description)}</p><ul class="texts">${texts
    .map((text) => `<li><code>${escapeHtml(text)}</code></li>`)
    .join('')}</ul></div></li>`
}

function failureList(responses: readonly (readonly [string, Response])[]): string {
  return `<ul class="failures">${responses.map(failureItem).join('')}</ul>`
}

/** The failures that any request may meet. */
export function sharedFailures(document: OpenApiDocument): string {
  const statuses = Object.keys(document.components.responses)
  return failureList(
    statuses.map((name) => [
      name.replace(/\D/g, ''),
      document.components.responses[name] as unknown as Response,
    ]),
  )
}

function failures(operation: DocumentedOperation, document: OpenApiDocument): string {
  const own = Object.entries(methodOf(operation).responses)
    .filter(([status, response]) => /^[45]/.test(status) && !isShared(response))
    .map(([status, response]) => [status, resolved(response, document)] as const)
  if (own.length === 0) return ''
  const statuses = own.map(([status]) => `<span class="status" data-ok="false">${status}</span>`)
  return `<details class="part"><summary><span class="title">Failures</span> ${statuses.join(' ')}</summary>${failureList(own)}</details>`
}

function answerPart(operation: DocumentedOperation, document: OpenApiDocument): string {
  const schema = methodOf(operation).responses[200]?.content?.['application/json'].schema
  if (!schema) return '<p class="none">The answer has no body.</p>'
  const { result } = (schema.properties ?? {}) as Record<string, JsonSchema>
  const hasResult = result !== undefined && operation.name !== 'jsonRPC'
  const shown = hasResult ? result : schema
  const title = `<span class="title">${hasResult ? 'Result' : 'Answer'}</span> <code class="type">${escapeHtml(typeText(shown))}</code>`
  const inner = schemaHtml(shown, document)
  if (inner === '') return `<p class="part">${title}</p>`
  return `<details class="part"><summary>${title}</summary>${inner}</details>`
}

/** A field of the query: a choice where only words are allowed. */
function input(operation: string, { name, required, schema }: Field): string {
  const id = `try-${operation}-${name}`
  const common = `id="${id}" name="${name}" data-type="${escapeHtml(String(schema.type ?? 'string'))}" aria-describedby="${operation}.${name}"`
  const label = `<label for="${id}"><code>${name}</code>${required ? '<span class="presence required" aria-hidden="true">required</span>' : ''}</label>`
  if (schema.type === 'boolean') {
    const options = ['true', 'false'].map((value) => `<option>${value}</option>`)
    return `<div class="input">${label}<select ${common}><option value="">not given</option>${options.join('')}</select></div>`
  }
  const fallback = schema.default === undefined ? '' : String(schema.default)
  const hint = schema.type === 'array' ? 'several: separate them by spaces' : fallback
  return `<div class="input">${label}<input ${common}${required ? ' aria-required="true"' : ''} placeholder="${escapeHtml(hint)}" spellcheck="false" autocomplete="off" autocapitalize="off"></div>`
}

function editor(operation: DocumentedOperation, form: string, text: string): string {
  const id = `try-${operation.name}-${form}`
  return `<div class="editor" data-form="${form}">
      <label for="${id}">Request body</label>
      <textarea id="${id}" rows="4" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="${id}-fault">${escapeHtml(text)}</textarea>
      <p class="fault" id="${id}-fault" role="status"></p>
    </div>`
}

const SENDING_NAMES: ReadonlySet<string> = new Set(SENDING)

/** What should be known before pressing Send. */
function warning({ name }: DocumentedOperation): string {
  if (!SENDING_NAMES.has(name)) return ''
  return '<p class="note">On the devnet the example is accepted, once. Elsewhere it goes to an account that is not there, and is refused. A message of your own is sent for good.</p>'
}

/** The form of one operation. What it sends, and the curl command of it, follow from its fields by script. */
function tryForm(operation: DocumentedOperation): string {
  const forms = formsOf(operation)
  const { name, path, post } = operation
  const example = post?.requestBody?.content?.['application/json'].example ?? {}
  const call = { jsonrpc: '2.0', id: '1', method: name, params: example }
  const parts = forms.map((form) => {
    if (form === 'GET') {
      return `<div class="fields" data-form="GET">${fieldsOf(operation)
        .map((field) => input(name, field))
        .join('\n')}</div>`
    }
    return editor(operation, form, JSON.stringify(form === 'POST' ? example : call, null, 2))
  })
  const choices = forms.map(
    (form, i) =>
      `<label><input type="radio" name="form-${name}" value="${form}"${i === 0 ? ' checked' : ''}><span>${form}</span></label>`,
  )
  const canFill = fieldsOf(operation).length > 0
  return `<form class="try" data-name="${name}" data-path="${path}" data-form="${forms[0]}" aria-label="Try ${name}" novalidate>
    <div class="head">
      <fieldset class="choice"><legend class="visually-hidden">Form of the request</legend>${choices.join('')}</fieldset>
      ${canFill ? '<button type="button" class="quiet" data-act="fill">Fill example</button>' : ''}
    </div>
    ${parts.join('\n')}
    <figure class="code">
      <figcaption>curl<button type="button" class="quiet" data-act="copy-curl">Copy as curl</button></figcaption>
      <pre tabindex="0" role="region" aria-label="curl command of ${name}"><code data-role="curl"></code></pre>
    </figure>
    ${warning(operation)}
    <div class="send">
      <button type="submit" class="main">Send</button>
      <p class="outcome" role="status"></p>
    </div>
    <div class="answer" hidden></div>
  </form>`
}

/** The words by which an operation is found. */
function wordsOf(operation: DocumentedOperation): string {
  const { summary } = methodOf(operation)
  const names = [operation.name, ...operation.aliases, ...fieldsOf(operation).map(({ name }) => name)]
  return [...names, summary, operation.tag].join(' ').toLowerCase()
}

/** The summary and what the description adds to it. */
function textOf(summary: string, description: string | undefined): string {
  const sentence = /[.!?]$/.test(summary) ? summary : `${summary}.`
  return description === undefined || description === sentence ? sentence : `${sentence} ${description}`
}

/** The section of one operation. */
export function operationSection(operation: DocumentedOperation, document: OpenApiDocument): string {
  const { name, path, aliases, get, post } = operation
  const { summary, description } = methodOf(operation)
  const methods = [get && 'GET', post && 'POST'].filter((method) => typeof method === 'string')
  const also = aliases.map((alias) => `<code>${path.replace(name, alias)}</code>`).join(', ')
  return `<section class="operation" id="${name}" aria-labelledby="${name}-title" data-words="${escapeHtml(wordsOf(operation))}">
  <div class="doc">
    <h3 id="${name}-title"><a href="#${name}">${name}</a></h3>
    <p class="summary">${escapeHtml(textOf(summary, description))}</p>
    <p class="route">${methods.map((method) => `<span class="method">${method}</span>`).join('')}<code>${path}</code></p>
    ${also ? `<p class="also">Answers at ${also} too.</p>` : ''}
    <h4>Parameters</h4>
    ${parameterList(operation)}
    ${answerPart(operation, document)}
    ${failures(operation, document)}
  </div>
  ${tryForm(operation)}
</section>`
}
