/** A liteserver answered `liteServer.error`; `code` and text are the server's own, e.g. 651 for an unknown block. */
export class LiteServerError extends Error {
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LiteServerError'
    this.code = code
  }
}

/** No answer within the time that the caller gave. */
export class LiteTimeoutError extends Error {
  readonly timeoutMs: number
  /** What was waited for: `connect`, `handshake`, `query`. */
  readonly stage: string

  constructor(stage: string, timeoutMs: number, options?: ErrorOptions) {
    super(`liteserver: no ${stage} within ${timeoutMs} ms`, options)
    this.name = 'LiteTimeoutError'
    this.stage = stage
    this.timeoutMs = timeoutMs
  }
}

/** The connection could not be opened, or closed while a query waited; the query is never sent again by itself. */
export class LiteConnectionError extends Error {
  /** `host:port`. */
  readonly server: string

  constructor(server: string, reason: string, options?: ErrorOptions) {
    super(`liteserver ${server}: ${reason}`, options)
    this.name = 'LiteConnectionError'
    this.server = server
  }
}

/**
 * An answer that does not follow from the trust anchor. `check` names the proof that failed (`account`, `block
 * chain`, `header`…), `reason` says how.
 */
export class ProofError extends Error {
  readonly check: string
  readonly reason: string
  /** `host:port` of who gave the answer, where that is known. */
  readonly server: string | undefined

  constructor(check: string, reason: string, options: ErrorOptions & { readonly server?: string } = {}) {
    const { server, ...rest } = options
    super(`${server ? `liteserver ${server}: ` : ''}${check} proof does not hold: ${reason}`, rest)
    this.name = 'ProofError'
    this.check = check
    this.reason = reason
    this.server = server
  }

  /** The same error with its liteserver's name. */
  at(server: string): ProofError {
    return this.server ? this : new ProofError(this.check, this.reason, { server, cause: this.cause ?? this })
  }
}

/** None of the configured liteservers can be asked now. */
export class NoServerError extends Error {
  constructor(message = 'no liteserver is available', options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoServerError'
  }
}

/**
 * getShardBlockProof cannot start at the masterchain block asked for: it couldn't be found (`cause` is the liteserver's
 * refusal), or is older than the one that first commits to the shard block.
 */
export class FromBlockError extends Error {
  readonly reason: 'not found' | 'too old'

  constructor(reason: 'not found' | 'too old', options?: ErrorOptions) {
    super(reason === 'too old' ? 'from mc block is too old' : 'lookup from block error', options)
    this.name = 'FromBlockError'
    this.reason = reason
  }
}
