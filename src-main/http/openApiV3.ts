import { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { CONTROLS } from '#shared/schema/v3/controls.ts'
import { v3Error } from '#shared/schema/v3/envelope.ts'
import { exampleV3Request, V3_STATIC_FACTS } from '#shared/schema/v3/examples.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
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
import { COMMON_V3_FAILURES, v3FailuresOf } from './openApiV3Failures.ts'

/** Of every answer. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-API-Version': {
    description: "The version of the reference's schema that is followed",
    schema: { type: 'string', examples: ['1.2.10'] },
  },
  [COVERAGE_HEADER]: {
    description:
      'Masterchain seqnos that are indexed, or how much is known of the account that was asked for',
    schema: { type: 'string', examples: ['1-12849', 'none'] },
  },
  'X-Request-Id': {
    description: 'Names the request in the log of the gateway',
    schema: { type: 'string' },
  },
}

function failureForm(components: Components): FailureForm {
  return {
    error: schemaOf(v3Error, components),
    headers: headerReferences(HEADERS),
    example: (error, code) => ({ error, code }),
  }
}

/** `name` is the operation's own or an alias: ids of operations must differ. */
function pathItem(operation: AnyV3Operation, name: string, components: Components): JsonSchema {
  const { category, summary, description, methods = ['GET'], parameters } = operation
  const example = exampleV3Request(operation.name as V3Name, V3_STATIC_FACTS)
  const common = {
    tags: [category],
    summary,
    ...(description !== undefined && { description }),
    responses: responses(
      schemaOf(operation.result, components),
      v3FailuresOf(operation),
      COMMON_V3_FAILURES,
      failureForm(components),
    ),
  }
  const query = queryParameters(parameters, components).map((parameter) => ({
    ...parameter,
    ...(parameter.name in example && { example: example[parameter.name as keyof typeof example] }),
  }))
  const body = { required: true, ...jsonContent(bodySchema(parameters, components, false), { example }) }
  return {
    ...(methods.includes('GET') && { get: { operationId: `${name}_get`, ...common, parameters: query } }),
    ...(methods.includes('POST') && { post: { operationId: `${name}_post`, ...common, requestBody: body } }),
  }
}

/** The OpenAPI description of `/api/v3`, derived from the operations' schemas. */
export function openApiV3Document(version: string): OpenApiDocument {
  const components: Components = {}
  const operations: readonly AnyV3Operation[] = Object.values(v3Operations)
  const paths = operations.flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map(
      (name) => [`${V3_PREFIX}/${name}`, pathItem(operation, name, components)] as const,
    ),
  )
  const form = failureForm(components)
  const controls = Object.entries(CONTROLS).map(([name, { description }]) => `${name}: ${description}`)
  return {
    ...DOCUMENT_FRAME,
    info: {
      title: 'TON HTTP API v3',
      version,
      description:
        'Served by Tonscope on this machine, from its index of verified blocks. Every operation also takes these ' +
        `switches, in the query or as headers (X-Timeout …): ${controls.join('; ')}.`,
    },
    tags: [...new Set(operations.map(({ category }) => category))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components,
      responses: Object.fromEntries(
        COMMON_V3_FAILURES.map((failure) => [responseName(failure.status), failureResponse(failure, form)]),
      ),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
