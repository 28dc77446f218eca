import { TypedError, type TypedErrorOptions } from './typedError.ts'
/**
 * The error whose text and status a client of the HTTP API sees. Thrown anywhere in `api/`, mapped to the
 * envelope once, at the HTTP edge.
 */
export class ApiError extends TypedError {
  /** The HTTP status, which the v2 envelope repeats as `code`. */
  readonly status: number
  /** Seconds after which the client can retry: the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    options: TypedErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    const { retryAfter, ...rest } = options
    super('api', message, rest)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/**
 * The error for a failed step of an operation that the contract reports with its own prefix (`failed to get
 * shards at create_lt: …`) or status. The HTTP edge appends the cause's message.
 */
export class StageError extends TypedError {
  readonly stage: string | undefined
  readonly status: number | undefined

  constructor(step: { readonly stage?: string; readonly status?: number }, cause: unknown) {
    super('stage', step.stage ?? `answered with status ${step.status}`, { cause })
    this.stage = step.stage
    this.status = step.status
  }
}
