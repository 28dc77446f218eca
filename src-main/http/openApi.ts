import { z } from 'zod'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { errorEnvelope, successEnvelope } from '#shared/schema/v2/envelope.ts'
import { exampleRequest, STATIC_FACTS } from '#shared/schema/v2/examples.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { JSON_RPC } from './jsonRpc.ts'
import { COMMON_FAILURES, type DocumentedFailure, failuresOf } from './openApiFailures.ts'
import {
  bodySchema,
  type Components,
  DOCUMENT_FRAME,
  type FailureForm,
  failureResponse,
  headerReferences,
  type JsonSchema,
  jsonContent,
  type OpenApiDocument,
  queryParameters,
  responseName,
  responses,
  SECURITY_SCHEMES,
  schemaOf,
} from './openApiParts.ts'

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
const ANSWER_HEADERS = headerReferences(HEADERS)

const EXTRA_EXAMPLE = '1732147200:_:0.051'

function failureForm(components: Components): FailureForm {
  return {
    error: schemaOf(errorEnvelope, components),
    headers: ANSWER_HEADERS,
    example: (error, code) => ({ ok: false, error, code, '@extra': EXTRA_EXAMPLE }),
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
    COMMON_FAILURES,
    failureForm(components),
  )
  const example = exampleRequest(operation.name as V2Name, STATIC_FACTS)
  const get = {
    operationId: `${name}_get`,
    ...common,
    parameters: queryParameters(operation.parameters, components).map((parameter) => ({
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
      requestBody: {
        required: true,
        ...jsonContent(bodySchema(operation.parameters, components, true), { example }),
      },
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
      responses: responses(schemaOf(answer, components), failures, COMMON_FAILURES, failureForm(components)),
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
  const form = failureForm(components)
  return {
    ...DOCUMENT_FRAME,
    info: {
      title: 'TON HTTP API v2',
      version,
      description: 'Served by Tonscope on this machine, from verified liteserver answers.',
    },
    tags: [...new Set(operations.map(({ category }) => category)), SERVICE_TAG].map((name) => ({ name })),
    paths: {
      ...Object.fromEntries(paths),
      [`${V2_PREFIX}/${JSON_RPC}`]: jsonRpcPath(names, components),
      [`${V2_PREFIX}/healthcheck`]: HEALTH_CHECK,
    },
    components: {
      schemas: components,
      responses: Object.fromEntries(
        COMMON_FAILURES.map((failure) => [responseName(failure.status), failureResponse(failure, form)]),
      ),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
