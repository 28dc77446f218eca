import type { z } from 'zod'
import type { Parameters, RequestOf, ValuesOf } from '../parameter.ts'

/** The groups of the published document, one page of the documentation each. */
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
 * An operation of `/api/v3`: its path, parameters, result and documentation. Validation, OpenAPI and the
 * typed client follow from it.
 */
export type V3Operation<Name extends string, P extends Parameters, Result> = {
  /** The path after `/api/v3/`. */
  readonly name: Name
  /** Other paths of the same operation. */
  readonly aliases?: readonly string[]
  /** Defaults to GET only. POST takes the same parameters as fields of a JSON object. */
  readonly methods?: readonly ('GET' | 'POST')[]
  readonly category: V3Category
  /** True if it sends a message to the network. */
  readonly sends?: boolean
  /** True if toncenter's API does not have it. */
  readonly isOwn?: boolean
  readonly summary: string
  readonly description?: string
  readonly parameters: P
  /** The status for a missing required parameter; defaults to 422 (compatibility-v3 §2.4). */
  readonly missingStatus?: number
  /** Checks the values and returns the first error, answered with status 422, or undefined. */
  check?(values: ValuesOf<P>): string | undefined
  /** The whole body: v3 has no envelope around results. */
  readonly result: z.ZodType<Result>
}

/** Returns the operation unchanged, with its types inferred. */
export function defineV3Operation<const Name extends string, P extends Parameters, Result>(
  operation: V3Operation<Name, P, Result>,
): V3Operation<Name, P, Result> {
  return operation
}

/** The parameters that a handler gets. */
export type V3OperationValues<O> = O extends V3Operation<string, infer P, unknown> ? ValuesOf<P> : never

/** The request that a client sends, in the forms of the JSON body; a query has them as texts. */
export type V3OperationRequest<O> = O extends V3Operation<string, infer P, unknown> ? RequestOf<P> : never

/** The body of the answer. */
export type V3OperationResult<O> = O extends V3Operation<string, infer _P, infer Result> ? Result : never
