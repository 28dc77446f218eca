import { TypedError } from '#shared/typedError.ts'

/**
 * Error texts of the reference's liteserver for a missing block or transaction. The gateway returns them with
 * status 500 or 502 (compatibility, Status codes of mistakes).
 */
const MISSING =
  /not in db|block not found|cannot find block|cannot locate transaction|transaction was not found/

/** A request that the gateway answered with an error or did not answer. */
export class ApiFailure extends TypedError {
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly requestId: string | undefined
  /** Index coverage of a v3 answer. */
  readonly coverage: string | undefined

  constructor(status: number, message: string, requestId?: string, coverage?: string) {
    super('api', message)
    this.status = status
    this.requestId = requestId
    this.coverage = coverage
  }

  /** True if the index lacks the answer and could not fetch it. */
  get notIndexed(): boolean {
    return this.status === 503 && this.coverage !== undefined
  }

  /** True if no liteserver has the block or transaction: it does not exist or is no longer kept. */
  get notFound(): boolean {
    return [404, 500, 502].includes(this.status) && MISSING.test(this.message)
  }

  /** True if the same request can succeed later. */
  get temporary(): boolean {
    return !this.notIndexed && !this.notFound && [0, 429, 502, 503, 504, 542].includes(this.status)
  }
}
