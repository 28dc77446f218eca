/** A liteserver answered `liteServer.error`; `code` and text are the server's own, e.g. 651 for an unknown block. */
export class LiteServerError extends Error {
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LiteServerError'
    this.code = code
  }
}

/** Every liteserver that was asked refused what a proof shows to exist: no answer, and no evidence of absence. */
export class UnprovedRefusalError extends Error {
  constructor(what: string, refusal: LiteServerError) {
    super(`the liteserver has no answer about ${what}: ${refusal.message}`, { cause: refusal })
    this.name = 'UnprovedRefusalError'
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

/** How far a proof over many key blocks is. */
export type ProofProgress = {
  /** Key blocks proved in this run. */
  readonly proved: number
  /** An estimate of how many there are in all, `proved` included. */
  readonly expected: number
  /** Masterchain seqno of the newest of them, 0 before the first. */
  readonly seqno: number
}

/** The chain is being proved and cannot be asked yet. The proof goes on: the same question is answered later. */
export class ProvingError extends NoServerError {
  override readonly name = 'ProvingError'
  readonly progress: ProofProgress

  constructor(progress: ProofProgress) {
    super(`${formatProgress(progress)}; ask again in a few seconds`)
    this.progress = progress
  }
}

/** `proving key block 812 of about 1,400`. */
export function formatProgress({ proved, expected }: ProofProgress): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const of = expected > proved ? ` of about ${count(expected)}` : ''
  return `proving key block ${count(proved + 1)}${of}`
}
