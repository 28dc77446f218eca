import { BocError } from '#shared/ton/cells/bocError.ts'
import { MerkleError } from '../../chain/merkle/merkleError.ts'
import { HeaderError } from '../../chain/proof/headerProof.ts'
import { SignatureError } from '../../chain/proof/signatures.ts'
import { PrunedBranchError, TlbError } from '../../chain/tlb.ts'
import { LiteServerError, ProofError } from '../errors.ts'
import type { TlFunction } from '../tl/function.ts'
import { encodeLiteQuery, type LiteWait } from '../tl/liteQuery.ts'
import { TlError } from '../tl/tlError.ts'
import type { PoolServer } from './poolServer.ts'
import { isRateRefusal, statedRate } from './rateRefusal.ts'
import { isMissing } from './retention.ts'
import { RateLimitedError } from './serverFaults.ts'

/** Maximum time that a server can wait for a masterchain block that it does not have yet, ms. */
const WAIT_FOR_BLOCK_MS = 3_000

/** A liteserver query with the check of its answer. */
export type CheckedQuery<Q, R, V> = {
  readonly fn: TlFunction<Q, R>
  readonly request: Q
  /** Checks the answer and returns the proved value; throws ProofError for a false answer. */
  readonly check: (answer: R) => V | Promise<V>
  /** Returns false when the answer is of no use any more: it is not checked then, and the result is undefined. */
  readonly isOpen?: () => boolean
  /** The masterchain block on which the query depends: a server that is known to be behind is asked to wait for it. */
  readonly needsSeqno?: number | undefined
  /** `poll`: see AskOptions. */
  readonly kind?: 'data' | 'head' | 'poll'
  /** See AskOptions. */
  readonly stays?: boolean
  /** The server answers only when it has this masterchain block, or after `timeoutMs` with a refusal. */
  readonly wait?: LiteWait | undefined
}

/**
 * Sends a query to one server, once. A false answer, or one that isn't TL, quarantines the server and
 * rejects with a ProofError that names it. Else rejects with LiteServerError (the server's own), RateLimitedError,
 * LiteTimeoutError, LiteConnectionError, NoServerError or the signal's reason.
 */
export async function askServer<Q, R, V>(
  server: PoolServer,
  query: CheckedQuery<Q, R, V>,
  signal?: AbortSignal,
): Promise<V> {
  const { fn, request, check, isOpen, needsSeqno, kind = 'data', stays, wait: asked } = query
  const isBehind = needsSeqno !== undefined && server.seqno !== undefined && server.seqno < needsSeqno
  const wait = asked ?? (isBehind ? { seqno: needsSeqno, timeoutMs: WAIT_FOR_BLOCK_MS } : undefined)
  const { bytes, sentAt } = await server.ask(encodeLiteQuery(fn, request, wait), {
    signal,
    kind: asked ? 'wait' : kind,
    stays,
  })
  // The rate is one of the queries that wait for their turn.
  const noteAccepted = () => !asked && kind !== 'poll' && server.noteAccepted(sentAt)
  try {
    return await quarantineOnFault(server, async () => {
      const answer = fn.decodeResponse(bytes)
      noteAccepted()
      if (isOpen?.() === false) return undefined as V
      const value = await check(answer)
      if (kind !== 'poll') server.noteProved()
      return value
    })
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    if (!isRateRefusal(error)) {
      noteAccepted()
      // A wait that ends without the block refuses nothing.
      if (!asked || !isMissing(error)) server.noteRefusal(isMissing(error) ? 'missing' : 'other')
      throw error
    }
    server.noteRateRefusal(sentAt, statedRate(error))
    throw new RateLimitedError(server.name, error.message, { cause: error })
  }
}

/**
 * Runs a check of an answer of `server`. A ProofError, or an error of reading the answer's data, quarantines the server
 * and is rethrown as a ProofError with its name.
 */
export async function quarantineOnFault<V>(server: PoolServer, task: () => Promise<V>): Promise<V> {
  try {
    return await task()
  } catch (error) {
    const fault = toProofError(error)
    if (!fault) throw error
    const named = fault.at(server.name)
    server.quarantine(named)
    throw named
  }
}

/** Errors of reading an answer with missing or wrong data. Checks throw ProofErrors; these cover all other cases. */
const DATA_ERRORS = [TlbError, PrunedBranchError, BocError, MerkleError, HeaderError, SignatureError]

function toProofError(error: unknown): ProofError | undefined {
  if (error instanceof ProofError) return error
  if (error instanceof TlError) return new ProofError('tl', error.message, { cause: error })
  const isOfData = DATA_ERRORS.some((type) => error instanceof type)
  return isOfData ? new ProofError('data', (error as Error).message, { cause: error }) : undefined
}
