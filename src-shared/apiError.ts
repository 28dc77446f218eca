/**
 * An error whose text and status a client of the HTTP API may see. Thrown anywhere in `api/`, mapped to the
 * envelope once, at the HTTP edge.
 */
export class ApiError extends Error {
  /** HTTP status, which the v2 envelope repeats as `code`. */
  readonly status: number
  /** Seconds after which the client can ask again: the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    const { retryAfter, ...rest } = options
    super(message, rest)
    this.name = 'ApiError'
    this.status = status
    this.retryAfter = retryAfter
  }
}

/**
 * A failure of something that an operation needed, which the contract tells with a text of its own in front
 * (`failed to get shards at create_lt: …`) or another status than usual. The HTTP edge adds the cause's own text.
 */
export class StageError extends Error {
  readonly stage: string | undefined
  readonly status: number | undefined

  constructor(told: { readonly stage?: string; readonly status?: number }, cause: unknown) {
    super(told.stage ?? `answered with status ${told.status}`, { cause })
    this.name = 'StageError'
    this.stage = told.stage
    this.status = told.status
  }
}
