import type { z } from 'zod'
import type { Parameters, RequestOf, ValuesOf } from '../parameter.ts'

/** The groups of the specification, one page of the documentation each. */
export type Category =
  | 'accounts'
  | 'blocks'
  | 'transactions'
  | 'configuration'
  | 'run method'
  | 'send'
  | 'utils'

/**
 * The validity of an answer: `none` (computed from the request alone, or an act), `head` (until the next
 * block), `config` (until the next key block), `final` (a finished block does not change).
 */
export type CacheClass = 'none' | 'head' | 'config' | 'final'

/** The maximum lifetime of a cached answer in milliseconds (compatibility-v2 §1.1). */
export const CACHE_LIFETIMES_MS: Readonly<Record<CacheClass, number>> = {
  none: 0,
  head: 1_000,
  config: 5_000,
  final: 300_000,
}

/** The default number of cached answers of an operation (compatibility-v2 §1.1). */
export const CACHE_ENTRIES = 1024
/** The number of cached answers of an operation about an account. */
export const ACCOUNT_ENTRIES = 4096

/** The source of the values; a few checks depend on it. */
export type RequestSource = 'query' | 'body'

/**
 * An operation of `/api/v2`: its parameters, result and documentation. GET, POST, validation, OpenAPI and the
 * typed client follow from it; a handler of the same name in src-main/api/v2 executes it.
 */
export type Operation<Name extends string, P extends Parameters, Result> = {
  readonly name: Name
  /** Other paths of the same operation. */
  readonly aliases?: readonly string[]
  readonly category: Category
  /** True if a query cannot express the parameters, so that GET is rejected. */
  readonly postOnly?: boolean
  /** True if it sends a message to the network. */
  readonly sends?: boolean
  /** True if toncenter's API does not have it. */
  readonly isOwn?: boolean
  readonly summary: string
  readonly description?: string
  readonly cache: CacheClass
  /** The number of cached answers; defaults to CACHE_ENTRIES. */
  readonly cacheEntries?: number
  /**
   * The parameter that selects the block of the answer; without it the newest block counts. Defaults to `seqno`, or to
   * no parameter if the class is `final`.
   */
  readonly pinnedBy?: string
  readonly parameters: P
  /** Checks the values and returns the first error, or undefined (compatibility-v2 §8.2). */
  check?(values: ValuesOf<P>, source: RequestSource): string | undefined
  readonly result: z.ZodType<Result>
}

/** Returns the operation unchanged, with its types inferred. */
export function defineOperation<const Name extends string, P extends Parameters, Result>(
  operation: Operation<Name, P, Result>,
): Operation<Name, P, Result> {
  return operation
}

/** The parameters that a handler gets. */
export type OperationValues<O> = O extends Operation<string, infer P, unknown> ? ValuesOf<P> : never

/** The request that a client sends. */
export type OperationRequest<O> = O extends Operation<string, infer P, unknown> ? RequestOf<P> : never

/** The type of the envelope's `result`. */
export type OperationResult<O> = O extends Operation<string, infer _P, infer Result> ? Result : never
