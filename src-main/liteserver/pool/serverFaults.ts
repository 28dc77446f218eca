import { LiteConnectionError, LiteTimeoutError, NoServerError, ProofError } from '../errors.ts'

/** An error of one server. Callers that have no other server handle it as NoServerError. */
class ServerFault extends NoServerError {
  /** `host:port`. */
  readonly server: string

  constructor(code: string, server: string, reason: string, options?: ErrorOptions) {
    super(`liteserver ${server}: ${reason}`, { ...options, code })
    this.server = server
  }
}

/** The error of a server whose head is older than its earlier one, or than that of the network. */
export class StaleServerError extends ServerFault {
  constructor(server: string, reason: string, options?: ErrorOptions) {
    super('stale-server', server, reason, options)
  }
}

/** The error of a server that names a block and then does not prove it; `cause` is its refusal. */
export class UnprovedClaimError extends ServerFault {
  constructor(server: string, reason: string, options?: ErrorOptions) {
    super('unproved-claim', server, reason, options)
  }
}

/** The error of a server that refuses a query for its rate; `cause` is the refusal. */
export class RateLimitedError extends ServerFault {
  constructor(server: string, reason: string, options?: ErrorOptions) {
    super('rate-limited', server, reason, options)
  }
}

/** Returns whether another server can answer the same query. */
export function isServerFault(error: unknown): boolean {
  return (
    error instanceof ProofError ||
    error instanceof LiteTimeoutError ||
    error instanceof LiteConnectionError ||
    error instanceof NoServerError
  )
}
