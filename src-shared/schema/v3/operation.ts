import type { z } from 'zod'
import type { Parameters, RequestOf, ValuesOf } from '../parameter.ts'

/** The groups of the published document; a page of the documentation each. */
export type V3Category =
  | 'blockchain data'
  | 'accounts'
  | 'actions and traces'
  | 'jettons'
  | 'nfts'
  | 'dns'
  | 'multisig'
  | 'vesting'
  | 'stats'
  | 'utils'
  | 'legacy'

/**
 * One operation of `/api/v3`: its path, what it takes, answers, and how it is documented. From it follow validation,
 * OpenAPI and the typed client.
 */
export type V3Operation<Name extends string, P extends Parameters, Result> = {
  /** The path after `/api/v3/`. */
  readonly name: Name
  /** Other paths that answer the same. */
  readonly aliases?: readonly string[]
  /** Default: GET alone. POST takes the same parameters as fields of a JSON object. */
  readonly methods?: readonly ('GET' | 'POST')[]
  readonly category: V3Category
  /** True where it hands a message to the network. */
  readonly sends?: boolean
  readonly summary: string
  readonly description?: string
  readonly parameters: P
  /** Of a missing required parameter; default 422 (v3-contract §3.4). */
  readonly missingStatus?: number
  /** Checks the read values; the text of the first fault, which answers 422, or undefined. */
  check?(values: ValuesOf<P>): string | undefined
  /** The whole body: v3 has no envelope around what succeeds. */
  readonly result: z.ZodType<Result>
}

export function defineV3Operation<const Name extends string, P extends Parameters, Result>(
  operation: V3Operation<Name, P, Result>,
): V3Operation<Name, P, Result> {
  return operation
}

/** The parameters that a handler gets. */
export type V3OperationValues<O> = O extends V3Operation<string, infer P, unknown> ? ValuesOf<P> : never

/** What a client sends: the forms of the JSON body, which a query has as texts. */
export type V3OperationRequest<O> = O extends V3Operation<string, infer P, unknown> ? RequestOf<P> : never

/** What it answers. */
export type V3OperationResult<O> = O extends V3Operation<string, infer _P, infer Result> ? Result : never
