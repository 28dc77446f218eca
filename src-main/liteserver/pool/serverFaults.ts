import { LiteConnectionError, LiteTimeoutError, NoServerError, ProofError } from '../errors.ts'

/** To those who can't ask anybody else it means that there is no server. */
class ServerFault extends NoServerError {
  /** `host:port`. */
  readonly server: string

  constructor(server: string, reason: string, options?: ErrorOptions) {
    super(`liteserver ${server}: ${reason}`, options)
    this.server = server
  }
}

/** A server whose head is older than what it, or the network, is known to have. */
export class StaleServerError extends ServerFault {
  override readonly name = 'StaleServerError'
}

/** A server that names a block and then doesn't prove it; `cause` is its refusal. */
export class UnprovedClaimError extends ServerFault {
  override readonly name = 'UnprovedClaimError'
}

/** Errors after which the same question may get an answer elsewhere. */
export function isServersFault(error: unknown): boolean {
  return (
    error instanceof ProofError ||
    error instanceof LiteTimeoutError ||
    error instanceof LiteConnectionError ||
    error instanceof NoServerError
  )
}
