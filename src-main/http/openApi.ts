import { z } from 'zod'
import type { Parameter } from '#shared/schema/parameter.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { errorEnvelope, successEnvelope } from '#shared/schema/v2/envelope.ts'
import { exampleRequest, STATIC_FACTS } from '#shared/schema/v2/examples.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { JSON_RPC } from './jsonRpc.ts'
import { COMMON_FAILURES, type DocumentedFailure, failuresOf } from './openApiFailures.ts'

/** A JSON Schema as zod writes it. */
export type JsonSchema = { readonly [key: string]: unknown }

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** Any one of them: the empty one is asking without a key. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[]
  readonly paths: { readonly [path: string]: JsonSchema }
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema }
    readonly responses: { readonly [name: string]: JsonSchema }
    readonly headers: { readonly [name: string]: JsonSchema }
    readonly securitySchemes: { readonly [name: string]: JsonSchema }
  }
}

const COMPONENTS = '#/components/schemas/'

/** Collects named schemas, so that each stands in the document once. */
type Components = Record<string, JsonSchema>

/** A schema with references into the document's components, to which it adds what it names. */
function schemaOf(schema: z.ZodType, components: Components): JsonSchema {
  // Wrapped, because zod inlines the outermost schema even if it has a name.
  const wrapped = z.toJSONSchema(z.strictObject({ schema }), { io: 'input', unrepresentable: 'any' })
  const text = JSON.stringify(wrapped).replaceAll('#/$defs/', COMPONENTS)
  const { properties, $defs } = JSON.parse(text) as {
    properties: { schema: JsonSchema }
    $defs?: Record<string, JsonSchema>
  }
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition
    components[name] = rest
  }
  return properties.schema
}

function fallbackOf({ fallback }: Parameter<unknown, unknown>): JsonSchema {
  if (fallback === undefined || Array.isArray(fallback)) return {}
  return { default: typeof fallback === 'bigint' ? fallback.toString() : fallback }
}

function queryParameters(operation: AnyOperation, components: Components): OpenApiParameter[] {
  return Object.entries(operation.parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: parameter.presence === 'required',
    description: parameter.description,
    schema: { ...schemaOf(parameter.kind.querySchema, components), ...fallbackOf(parameter) },
  }))
}

function bodySchema(operation: AnyOperation, components: Components): JsonSchema {
  const entries = Object.entries(operation.parameters)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      entries.map(([name, parameter]) => [
        name,
        {
          ...schemaOf(parameter.kind.bodySchema, components),
          ...fallbackOf(parameter),
          description: parameter.description,
        },
      ]),
    ),
    required: entries.filter(([, { presence }]) => presence === 'required').map(([name]) => name),
  }
}

type Content = { readonly content: { readonly 'application/json': JsonSchema } }

function jsonContent(schema: JsonSchema, more: JsonSchema = {}): Content {
  return { content: { 'application/json': { schema, ...more } } }
}

/** Of every answer. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-API-Version': {
    description: 'The version of the specification that is followed',
    schema: { type: 'string', examples: ['2.1.11'] },
  },
  'X-Request-Id': {
    description: 'Names the request in the log of the gateway',
    schema: { type: 'string' },
  },
}
const ANSWER_HEADERS = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
const ALLOW = {
  Allow: { description: 'The methods that are supported', schema: { type: 'string', examples: ['POST'] } },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a request is allowed again', schema: { type: 'integer' } },
}
const OWN_HEADERS: Readonly<Record<number, object>> = { 405: ALLOW, 429: RETRY_AFTER }

const EXTRA_EXAMPLE = '1732147200:_:0.051'

function failureResponse({ status, when, texts }: DocumentedFailure, error: JsonSchema): JsonSchema {
  const examples = texts.map((text) => [
    text,
    { value: { ok: false, error: text, code: status, '@extra': EXTRA_EXAMPLE } },
  ])
  return {
    description: when,
    headers: { ...ANSWER_HEADERS, ...OWN_HEADERS[status] },
    ...jsonContent(error, { examples: Object.fromEntries(examples) }),
  }
}

function responseName(status: number): string {
  return `Failure${status}`
}

/** The responses of an operation: its answer, its own failures, and references to those that all have. */
function responses(
  answer: JsonSchema,
  failures: readonly DocumentedFailure[],
  components: Components,
): JsonSchema {
  const error = schemaOf(errorEnvelope, components)
  return {
    200: { description: 'Answer', headers: ANSWER_HEADERS, ...jsonContent(answer) },
    ...Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, error)])),
    ...Object.fromEntries(
      COMMON_FAILURES.map(({ status }) => [
        status,
        { $ref: `#/components/responses/${responseName(status)}` },
      ]),
    ),
    default: { description: 'Any other failure', headers: ANSWER_HEADERS, ...jsonContent(error) },
  }
}

/** `name` is the operation's own or an alias: ids of operations must differ. */
function pathItem(operation: AnyOperation, name: string, components: Components): JsonSchema {
  const common = {
    tags: [operation.category],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
  }
  const answer = responses(
    schemaOf(successEnvelope(operation.result), components),
    failuresOf(operation),
    components,
  )
  const example = exampleRequest(operation.name as V2Name, STATIC_FACTS)
  const get = {
    operationId: `${name}_get`,
    ...common,
    parameters: queryParameters(operation, components).map((parameter) => ({
      ...parameter,
      ...(parameter.name in example && { example: example[parameter.name as keyof typeof example] }),
    })),
    responses: answer,
  }
  return {
    ...(!operation.postOnly && { get }),
    post: {
      operationId: `${name}_post`,
      ...common,
      requestBody: { required: true, ...jsonContent(bodySchema(operation, components), { example }) },
      responses: answer,
    },
  }
}

const rpcId = z
  .union([z.string(), z.number(), z.null()])
  .meta({ description: 'Comes back as it was sent; other values do not' })

/** `POST /jsonRPC`: v2-contract §1.5. */
function jsonRpcPath(names: readonly string[], components: Components): JsonSchema {
  const request = z
    .object({
      jsonrpc: z.string().optional().meta({ description: 'Not looked at', default: '2.0' }),
      id: rpcId.optional(),
      method: z.enum(names).meta({ description: 'The name of an operation, or an alias' }),
      params: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: "The fields of the operation's POST body" }),
    })
    .meta({ id: 'JsonRpcRequest' })
  const answer = z
    .strictObject({
      ...successEnvelope(z.unknown().meta({ description: 'As the operation answers' })).shape,
      jsonrpc: z.literal('2.0'),
      id: rpcId.optional(),
    })
    .meta({ id: 'JsonRpcResponse' })
  const failures: readonly DocumentedFailure[] = [
    { status: 405, when: 'Anything but POST', texts: ['method GET is not supported'] },
    {
      status: 422,
      when: 'The call is not right, or the operation refuses its parameters',
      texts: [
        'Unknown method',
        'empty method',
        'params must contain an object',
        'batch requests are not supported',
      ],
    },
  ]
  const example = { jsonrpc: '2.0', id: '1', method: 'getMasterchainInfo', params: {} }
  return {
    post: {
      operationId: 'jsonRPC_post',
      tags: [SERVICE_TAG],
      summary: 'Any operation as a JSON-RPC call',
      description:
        "The call's params are the fields of the operation's POST body. The answer has the operation's status and " +
        'envelope, with jsonrpc and id beside; a failure is told by error and code, as everywhere.',
      requestBody: { required: true, ...jsonContent(schemaOf(request, components), { example }) },
      responses: responses(schemaOf(answer, components), failures, components),
    },
  }
}

const SERVICE_TAG = 'service'

const HEALTH_CHECK = {
  get: {
    operationId: 'healthcheck_get',
    tags: [SERVICE_TAG],
    summary: 'Whether the gateway runs',
    description: 'Answers with an empty body. /healthz also tells network, head and liteservers.',
    parameters: [],
    responses: { 200: { description: 'It runs', headers: ANSWER_HEADERS } },
  },
}

/** The OpenAPI description of `/api/v2`, derived from the operations' schemas. */
export function openApiDocument(version: string): OpenApiDocument {
  const components: Components = {}
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  const named = operations.flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map((name) => ({ name, operation })),
  )
  const paths = named.map(
    ({ name, operation }) => [`${V2_PREFIX}/${name}`, pathItem(operation, name, components)] as const,
  )
  const names = named.map(({ name }) => name)
  const error = schemaOf(errorEnvelope, components)
  return {
    openapi: '3.1.1',
    info: {
      title: 'TON HTTP API v2',
      version,
      description: 'Served by Tonscope on this machine, from verified liteserver answers.',
    },
    servers: [{ url: '/', description: 'The gateway that serves this document' }],
    tags: [...new Set(operations.map(({ category }) => category)), SERVICE_TAG].map((name) => ({ name })),
    security: [{}, { APIKeyHeader: [] }, { APIKeyQuery: [] }],
    paths: {
      ...Object.fromEntries(paths),
      [`${V2_PREFIX}/${JSON_RPC}`]: jsonRpcPath(names, components),
      [`${V2_PREFIX}/healthcheck`]: HEALTH_CHECK,
    },
    components: {
      schemas: components,
      responses: Object.fromEntries(
        COMMON_FAILURES.map((failure) => [responseName(failure.status), failureResponse(failure, error)]),
      ),
      headers: HEADERS,
      securitySchemes: {
        APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        APIKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
  }
}
