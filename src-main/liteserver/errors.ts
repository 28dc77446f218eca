import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { type BlockIdExt, formatBlockIdExt } from '../chain/blockId.ts'
import type { BlockLink } from './tl/proofs.ts'
/**
 * A liteserver's `liteServer.error`. `code` and message are the server's own, e.g. 651 for an unknown block.
 */
export class LiteServerError extends TypedError<number> {}

/**
 * The error if every requested liteserver refused data that a proof shows to exist: this is no evidence of
 * absence.
 */
export class UnprovedRefusalError extends TypedError {
  constructor(what: string, refusal: LiteServerError) {
    super('unproved-refusal', `the liteserver has no answer about ${what}: ${refusal.message}`, {
      cause: refusal,
    })
  }
}

/** The error if there is no answer within the caller's time limit. */
export class LiteTimeoutError extends TypedError {
  readonly timeoutMs: number
  /** The stage that timed out: `connect`, `handshake`, `query`. */
  readonly stage: string

  constructor(stage: string, timeoutMs: number, options?: TypedErrorOptions) {
    super('lite-timeout', `liteserver: no ${stage} within ${timeoutMs} ms`, options)
    this.stage = stage
    this.timeoutMs = timeoutMs
  }
}

/**
 * The error for a connection that could not be opened, or that closed with a pending query. Such a query is
 * not sent again automatically.
 */
export class LiteConnectionError extends TypedError {
  /** `host:port`. */
  readonly server: string

  constructor(server: string, reason: string, options?: TypedErrorOptions) {
    super('lite-connection', `liteserver ${server}: ${reason}`, options)
    this.server = server
  }
}

/**
 * The error for an answer that does not follow from the trust anchor. `check` names the proof that failed
 * (`account`, `block chain`, `header`…), `reason` the fault.
 */
export class ProofError extends TypedError {
  readonly check: string
  readonly reason: string
  /** `host:port` of the liteserver that answered, if known. */
  readonly server: string | undefined

  constructor(check: string, reason: string, options: TypedErrorOptions & { readonly server?: string } = {}) {
    const { server, ...rest } = options
    super('proof', `${server ? `liteserver ${server}: ` : ''}${check} proof does not hold: ${reason}`, rest)
    this.check = check
    this.reason = reason
    this.server = server
  }

  /** Returns the same error with its liteserver's name. */
  at(server: string): ProofError {
    return this.server ? this : new ProofError(this.check, this.reason, { server, cause: this.cause ?? this })
  }
}

/** One of two proved blocks of the same seqno. */
export type ForkedBlock = {
  readonly id: BlockIdExt
  /** `host:port` of the liteserver that proved it; undefined if that is not known any more. */
  readonly server?: string | undefined
  /** The link that proves it, with the validators' signatures; undefined if it is not kept any more. */
  readonly link?: BlockLink | undefined
}

/**
 * The error if the validators signed two masterchain blocks of one seqno: nothing on this network can be trusted. It
 * stops the network.
 */
export class ForkError extends TypedError {
  readonly blocks: readonly [ForkedBlock, ForkedBlock]

  constructor(blocks: readonly [ForkedBlock, ForkedBlock]) {
    const [first, second] = blocks.map(
      ({ id, server }) => `${formatBlockIdExt(id)}${server ? ` of liteserver ${server}` : ''}`,
    )
    super('fork', `the network has forked: its validators signed ${first} and ${second}`)
    this.blocks = blocks
  }
}

/** The error if no configured liteserver is available. */
export class NoServerError extends TypedError {
  constructor(
    message = 'no liteserver is available',
    { code = 'no-server', ...options }: TypedErrorOptions & { readonly code?: string } = {},
  ) {
    super(code, message, options)
  }
}

/** The reason of a FromBlockError. */
export type FromBlockErrorCode =
  /** `cause` is the liteserver's refusal. */
  | 'not-found'
  /** The block is older than the first one that commits to the shard block. */
  | 'too-old'

/** The error if getShardBlockProof cannot start at the requested masterchain block. */
export class FromBlockError extends TypedError<FromBlockErrorCode> {
  constructor(code: FromBlockErrorCode, options?: TypedErrorOptions) {
    super(code, code === 'too-old' ? 'from mc block is too old' : 'lookup from block error', options)
  }
}

/** The progress of a proof over many key blocks. */
export type ProofProgress = {
  /** The number of key blocks proved in this run. */
  readonly proved: number
  /** The estimated total number, including `proved`. */
  readonly expected: number
  /** The masterchain seqno of the newest proved key block, 0 before the first. */
  readonly seqno: number
}

/**
 * The error while the chain is still being proved. The proof continues, so the same request succeeds later.
 */
export class ProvingError extends NoServerError {
  readonly progress: ProofProgress

  constructor(progress: ProofProgress) {
    super(formatProgress(progress), { code: 'proving', hint: 'ask again in a few seconds' })
    this.progress = progress
  }
}

/** Formats the progress: `proving key block 812 of about 1,400`. */
export function formatProgress({ proved, expected }: ProofProgress): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const of = expected > proved ? ` of about ${count(expected)}` : ''
  return `proving key block ${count(proved + 1)}${of}`
}
