import type { z } from 'zod'
import type { Parameters, RequestOf, ValuesOf } from './parameter.ts'

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
 * How long an answer stays true: `none` (computed from the request alone), `head` (until the next block),
 * `config` (until the next key block, seconds), `final` (a finished block does not change).
 */
export type CacheClass = 'none' | 'head' | 'config' | 'final'

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
  readonly summary: string
  readonly description?: string
  readonly cache: CacheClass
  readonly parameters: P
  /** Checks the read values; the text of the first fault, or undefined (v2-contract §10.2). */
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
