import { type ExampleValues, type NetworkExamples, STATIC_EXAMPLES } from '#shared/schema/exampleValues.ts'
import { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import { errorEnvelope } from '#shared/schema/v2/envelope.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { v3Error } from '#shared/schema/v3/envelope.ts'
import { exampleV3Request } from '#shared/schema/v3/examples.ts'
import type { V3Category } from '#shared/schema/v3/operation.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { v3Description } from './openApiDescription.ts'
import { EXTRA_EXAMPLE, UNREAD } from './openApiFailures.ts'
import {
  bodySchema,
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
  textsOf,
} from './openApiParts.ts'
import { type Components, type JsonSchema, schemaOf } from './openApiSchema.ts'
import { COMMON_V3_FAILURES, v3FailuresOf } from './openApiV3Failures.ts'

/** Headers of every answer. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-API-Version': {
    description: "The version of the reference's schema that is followed",
    schema: { type: 'string', example: '1.2.10' },
  },
  [COVERAGE_HEADER]: {
    description:
      'Masterchain seqnos that are indexed, or the known part of the history of the requested account',
    schema: { type: 'string', example: '1-12849' },
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

type Parts = { readonly components: Components; readonly facts: ExampleValues }

/** The form of v2: the requested API is not known. */
function unreadForm(components: Components): FailureForm {
  return {
    error: schemaOf(errorEnvelope, components),
    headers: {},
    example: (error, code) => ({ ok: false, error, code, '@extra': EXTRA_EXAMPLE }),
  }
}

/** @param name that of the operation or an alias: operation ids must differ */
function pathItem(operation: AnyV3Operation, name: string, { components, facts }: Parts): JsonSchema {
  const { category, methods = ['GET'], parameters } = operation
  // Generators of clients derive a function's name from it.
  const id = name.replaceAll('/', '_')
  const example = exampleV3Request(operation.name as V3Name, facts)
  const common = {
    tags: [category],
    ...textsOf(operation),
    responses: responses(
      schemaOf(operation.result, components),
      v3FailuresOf(operation),
      COMMON_V3_FAILURES,
      failureForm(components),
    ),
  }
  const get = () => ({
    operationId: `${id}_get`,
    ...common,
    parameters: queryParameters(parameters, components).map((parameter) => ({
      ...parameter,
      ...(parameter.name in example && { example: example[parameter.name as keyof typeof example] }),
    })),
  })
  const post = () => ({
    operationId: `${id}_post`,
    ...common,
    requestBody: { required: true, ...jsonContent(bodySchema(operation, components, false), { example }) },
  })
  return {
    ...(methods.includes('GET') && { get: get() }),
    ...(methods.includes('POST') && { post: post() }),
  }
}

/** In their order on the page. */
const TAGS: Readonly<Record<V3Category, string>> = {
  'blockchain data': 'Blocks, transactions and messages',
  'actions and traces': 'Messages from outside with all that followed from them',
  accounts: 'Accounts as they are now',
  jettons: 'Jettons, their wallets, transfers and burns',
  nfts: 'NFT collections, items, transfers and sales',
  dns: 'Domains and their records',
  multisig: 'Multisig wallets and their orders',
  vesting: 'Wallets whose coins unlock over time',
  stats: 'Figures over all indexed accounts',
  utils: 'What opcodes and message bodies mean',
  legacy: 'Operations of v2 in the forms of v3',
}

/** Returns the OpenAPI description of `/api/v3`, derived from the operations' schemas, with the examples' requests. */
export function openApiV3Document(
  version: string,
  examples: NetworkExamples = STATIC_EXAMPLES,
): OpenApiDocument {
  const components: Components = {}
  const operations: readonly AnyV3Operation[] = Object.values(v3Operations)
  const paths = operations.flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map(
      (name) =>
        [`${V3_PREFIX}/${name}`, pathItem(operation, name, { components, facts: examples.facts })] as const,
    ),
  )
  const form = failureForm(components)
  return {
    ...DOCUMENT_FRAME,
    info: {
      title: 'TON HTTP API v3',
      version,
      ...DOCUMENT_OWNER,
      description: v3Description(examples),
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components,
      responses: Object.fromEntries(
        COMMON_V3_FAILURES.map((failure) => [
          responseName(failure.status),
          failureResponse(failure, failure === UNREAD ? unreadForm(components) : form),
        ]),
      ),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
