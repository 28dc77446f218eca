import type { z } from 'zod'
import type { Parameters, RequestOf, ValuesOf } from '../parameter.ts'

/** The groups of the specification; a page of the documentation each. */
export type Category =
  | 'accounts'
  | 'blocks'
  | 'transactions'
  | 'configuration'
  | 'run method'
  | 'send'
  | 'utils'

/**
 * How long an answer stays true: `none` (computed from the request alone, or an act), `head` (until the next block),
 * `config` (until the next key block), `final` (a finished block does not change).
 */
export type CacheClass = 'none' | 'head' | 'config' | 'final'

/** How long an answer is kept at most, milliseconds (compatibility-v2 §1.1). */
export const CACHE_LIFETIMES_MS: Readonly<Record<CacheClass, number>> = {
  none: 0,
  head: 1_000,
  config: 5_000,
  final: 300_000,
}

/** How many answers of an operation are kept, unless it says otherwise (compatibility-v2 §1.1). */
export const CACHE_ENTRIES = 1024
/** The same of those that speak of an account. */
export const ACCOUNT_ENTRIES = 4096

/** Where the values came from; a few checks differ. */
export type RequestSource = 'query' | 'body'

/**
 * One operation of `/api/v2`: what it takes, answers, and how it is documented. From it follow GET, POST,
 * validation, OpenAPI and the typed client; a handler of the same name in src-main/api/v2 does the work.
 */
export type Operation<Name extends string, P extends Parameters, Result> = {
  readonly name: Name
  /** Other paths that answer the same. */
  readonly aliases?: readonly string[]
  readonly category: Category
  /** True where a query cannot hold the parameters: GET is refused then. */
  readonly postOnly?: boolean
  /** True where it hands a message to the network. */
  readonly sends?: boolean
  readonly summary: string
  readonly description?: string
  readonly cache: CacheClass
  /** How many answers are kept; default CACHE_ENTRIES. */
  readonly cacheEntries?: number
  /**
   * Which parameter, when given, says of which block the answer speaks; without it that is the newest. Default: none
   * where the class is `final`, else `seqno`.
   */
  readonly pinnedBy?: string
  readonly parameters: P
  /** Checks the read values; the text of the first fault, or undefined (compatibility-v2 §8.2). */
  check?(values: ValuesOf<P>, source: RequestSource): string | undefined
  readonly result: z.ZodType<Result>
}

export function defineOperation<const Name extends string, P extends Parameters, Result>(
  operation: Operation<Name, P, Result>,
): Operation<Name, P, Result> {
  return operation
}

/** The parameters that a handler gets. */
export type OperationValues<O> = O extends Operation<string, infer P, unknown> ? ValuesOf<P> : never

/** What a client sends. */
export type OperationRequest<O> = O extends Operation<string, infer P, unknown> ? RequestOf<P> : never

/** What the envelope's `result` holds. */
export type OperationResult<O> = O extends Operation<string, infer _P, infer Result> ? Result : never
