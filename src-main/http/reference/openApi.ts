import { z } from 'zod'
import { type ExampleValues, type NetworkExamples, STATIC_EXAMPLES } from '#shared/schema/exampleValues.ts'
import { INDEX_HEAD_HEADER } from '#shared/schema/indexer.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { errorEnvelope, successEnvelope } from '#shared/schema/v2/envelope.ts'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import type { Category } from '#shared/schema/v2/operation.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { JSON_RPC } from '../v2/jsonRpc.ts'
import { v2Description } from './openApiDescription.ts'
import {
  COMMON_FAILURES,
  type DocumentedFailure,
  EXTRA_EXAMPLE,
  failuresOf,
  mergedByStatus,
} from './openApiFailures.ts'
import {
  bodySchema,
  capitalized,
  DOCUMENT_FRAME,
  DOCUMENT_OWNER,
  type FailureForm,
  failureResponse,
  headerReferences,
  jsonContent,
  type OpenApiDocument,
  queryParameters,
  responseName,
  responses,
  SECURITY_SCHEMES,
  sharedFailures,
  textsOf,
} from './openApiParts.ts'
import { type Components, type JsonSchema, schemaOf } from './openApiSchema.ts'

/** Headers of every answer. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-API-Version': {
    description: 'The version of the specification that is followed',
    schema: { type: 'string', example: '2.1.11' },
  },
  'X-Request-Id': {
    description: 'Names the request in the log of the gateway',
    schema: { type: 'string' },
  },
}
const ANSWER_HEADERS = headerReferences(HEADERS)

/** Headers of answers from the index. */
const INDEX_HEADERS: Readonly<Record<string, JsonSchema>> = {
  [INDEX_HEAD_HEADER]: {
    description:
      'Only where no liteserver is alive and the answer is from the index of this machine: the newest masterchain ' +
      'seqno there',
    schema: { type: 'integer', format: 'int32', minimum: 0, example: 12849 },
  },
}
const INDEX_HEADER_REFERENCES = headerReferences(INDEX_HEADERS)

function failureForm(components: Components): FailureForm {
  return {
    error: schemaOf(errorEnvelope, components),
    headers: ANSWER_HEADERS,
    example: (error, code) => ({ ok: false, error, code, '@extra': EXTRA_EXAMPLE }),
  }
}

type Parts = { readonly components: Components; readonly facts: ExampleValues }

/** @param name that of the operation or an alias: operation ids must differ */
function pathItem(operation: AnyOperation, name: string, { components, facts }: Parts): JsonSchema {
  const common = {
    tags: [operation.category],
    ...textsOf(operation),
  }
  const id = `${capitalized(operation.name)}Response`
  const answer = responses(
    schemaOf(successEnvelope(operation.result).meta({ id }), components),
    failuresOf(operation),
    COMMON_FAILURES,
    failureForm(components),
    INDEX_HEADER_REFERENCES,
  )
  const example = exampleRequest(operation.name as V2Name, facts)
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
        ...jsonContent(bodySchema(operation, components, true), { example }),
      },
      responses: answer,
    },
  }
}

const rpcId = z
  .union([z.string(), z.number().meta({ format: 'double' }), z.null()])
  .meta({ description: 'Returned as it was sent; left out if it was anything else' })
const rpcVersion = z.literal('2.0')

/** Schema of a failed call; one that was refused before its body was read has the envelope alone. */
const rpcError = z
  .strictObject({ ...errorEnvelope.shape, jsonrpc: rpcVersion.optional(), id: rpcId.optional() })
  .meta({ id: 'JsonRpcError', description: 'The answer of a call that failed' })

/** Failures of a call that does not reach an operation, and the failure that all operations have. */
const RPC_FAILURES: readonly DocumentedFailure[] = [
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
/** Examples of a status of a called operation; the operation itself documents more. */
const MAX_CALL_TEXTS = 3

/** Returns the statuses of all operations except those of RPC_FAILURES: a call has the status of its operation. */
function calledFailures(): DocumentedFailure[] {
  const ofCalls = new Set(RPC_FAILURES.map(({ status }) => status))
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  return mergedByStatus(operations.flatMap(failuresOf))
    .filter(({ status }) => !ofCalls.has(status))
    .map(({ status, texts }) => ({
      status,
      when: 'The operation fails with this status',
      texts: [...new Set(texts)].slice(0, MAX_CALL_TEXTS),
    }))
}

/** `POST /jsonRPC`: compatibility-v2 §1.5. */
function jsonRpcPath(names: readonly string[], components: Components): JsonSchema {
  const request = z
    .object({
      jsonrpc: z.string().optional().meta({ description: 'Ignored; 2.0 by custom' }),
      id: rpcId.optional(),
      method: z.enum(names).meta({ description: 'The name of an operation, or an alias' }),
      params: z
        .record(z.string(), z.unknown())
        .meta({ id: 'JsonRpcParams', description: "The fields of the operation's POST body" })
        .optional(),
    })
    .meta({ id: 'JsonRpcRequest' })
  const answer = z
    .strictObject({
      ...successEnvelope(z.unknown().meta({ description: 'As the operation answers' })).shape,
      jsonrpc: rpcVersion,
      id: rpcId.optional(),
    })
    .meta({ id: 'JsonRpcResponse' })
  const failures = [...RPC_FAILURES, ...calledFailures()]
  const example = { jsonrpc: '2.0', id: '1', method: 'getMasterchainInfo', params: {} }
  return {
    post: {
      operationId: 'jsonRPC_post',
      tags: [SERVICE_TAG],
      summary: 'Any operation as a JSON-RPC call',
      description:
        "The call's params are the fields of the operation's POST body. The answer has the operation's status and " +
        'envelope, with jsonrpc and id beside it; a failure has error and code, as everywhere.',
      requestBody: { required: true, ...jsonContent(schemaOf(request, components), { example }) },
      responses: responses(
        schemaOf(answer, components),
        failures,
        COMMON_FAILURES,
        { ...failureForm(components), error: schemaOf(rpcError, components) },
        INDEX_HEADER_REFERENCES,
      ),
    },
  }
}

const SERVICE_TAG = 'service'

/** In their order on the page. */
const TAGS: Readonly<Record<Category | typeof SERVICE_TAG, string>> = {
  blocks: 'Blocks, their headers and proofs',
  transactions: 'Transactions of blocks and accounts',
  accounts: 'Accounts and what well-known contracts hold',
  configuration: 'Parameters of the network and public libraries',
  'run method': 'Get-methods of contracts',
  send: 'External messages and what they would cost',
  utils: 'Forms of addresses and hashes',
  [SERVICE_TAG]: 'JSON-RPC and the health of the gateway',
}

const HEALTH_CHECK = {
  get: {
    operationId: 'healthcheck_get',
    tags: [SERVICE_TAG],
    summary: 'Whether the gateway runs',
    description: 'Answers with an empty body. /healthz also has the network, the head and the liteservers.',
    parameters: [],
    responses: {
      200: { description: 'It runs', headers: ANSWER_HEADERS },
      ...sharedFailures(COMMON_FAILURES),
    },
  },
}

/** Returns the OpenAPI description of `/api/v2`, derived from the operations' schemas, with the examples' requests. */
export function openApiDocument(
  version: string,
  examples: NetworkExamples = STATIC_EXAMPLES,
): OpenApiDocument {
  const components: Components = {}
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  const named = operations.flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map((name) => ({ name, operation })),
  )
  const paths = named.map(
    ({ name, operation }) =>
      [`${V2_PREFIX}/${name}`, pathItem(operation, name, { components, facts: examples.facts })] as const,
  )
  const names = named.map(({ name }) => name)
  const form = failureForm(components)
  return {
    ...DOCUMENT_FRAME,
    info: {
      title: 'TON HTTP API v2',
      version,
      description: v2Description(examples),
      ...DOCUMENT_OWNER,
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
      headers: { ...HEADERS, ...INDEX_HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
