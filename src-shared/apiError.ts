/**
 * An error whose text and status a client of the HTTP API may see. Thrown anywhere in `api/`, mapped to the
 * envelope once, at the HTTP edge.
 */
export class ApiError extends Error {
  /** HTTP status, which the v2 envelope repeats as `code`. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
  }
}
