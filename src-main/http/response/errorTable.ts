import { ApiError, StageError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import { CoverageError } from '../../indexer/indexer.ts'
import {
  ForkError,
  FromBlockError,
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
  ProvingError,
  UnprovedRefusalError,
} from '../../liteserver/errors.ts'
import { NO_SPACE } from '../../liteserver/server/liteErrors.ts'
import { MetadataError, type MetadataErrorCode } from '../../metadata/metadataError.ts'
import { StoreError, type StoreErrorCode } from '../../store/indexStore.ts'
import { StackError } from '../../tvm/stackValue.ts'
import {
  TooManyLibrariesError,
  TvmBusyError,
  TvmCrashError,
  TvmDeadlineError,
  TvmInputError,
} from '../../tvm/tvmErrors.ts'
import { JsonSyntaxError } from '../request/parseJson.ts'

/** The answer to a failed request. */
export type ErrorAnswer = {
  readonly status: number
  readonly text: string
  /** Seconds after which the client can retry. */
  readonly retryAfter?: number | undefined
}

/** tonlib's names of the liteserver's error codes; other codes are UNKNOWN (compatibility-v2 §1.6). */
export const LITE_SERVER_KINDS: ReadonlyMap<number, string> = new Map([
  [601, 'FAILURE'],
  [602, 'ERROR'],
  [603, 'WARNING'],
  [621, 'PROTOVIOLATION'],
  [651, 'NOTREADY'],
  [652, 'TIMEOUT'],
  [653, 'CANCELLED'],
])

/** Seconds of `ask again in a few seconds`. */
const PROVING_RETRY_S = 5

export const TIMEOUT_TEXT = 'LITE_SERVER_NETWORK timeout'

/** Other codes are failures of a server: 502. */
const METADATA_STATUSES: Partial<Record<MetadataErrorCode, number>> = {
  'bad-url': 422,
  scheme: 422,
  'unknown-image': 404,
  timeout: 504,
  busy: 503,
  off: 503,
  'no-network': 503,
}

/** Seconds after which an index can answer again: a damaged one when it is rebuilt, a closed one when it is reopened. */
const STORE_RETRY_S: Partial<Record<StoreErrorCode, number>> = {
  corrupt: 10,
  'damaged-log': 1,
  'file-gone': 1,
  closed: 1,
}

/** The same request can succeed in a moment. */
const PASSING: ReadonlySet<MetadataErrorCode> = new Set(['busy', 'no-network'])

type ErrorRow<E extends Error> = {
  readonly type: abstract new (...args: never[]) => E
  /** `text` is the error's message with its hint. */
  answer(error: E, text: string): ErrorAnswer
}

function row<E extends Error>(
  type: abstract new (...args: never[]) => E,
  answer: (error: E, text: string) => ErrorAnswer,
): ErrorRow<Error> {
  return { type, answer: (error, text) => answer(error as E, text) }
}

/** Every error that a client can act on, with its status and text. The first matching row counts. */
const ERROR_TABLE: readonly ErrorRow<Error>[] = [
  row(ApiError, ({ status, retryAfter }, text) => ({
    status,
    text,
    ...(retryAfter && { retryAfter }),
  })),
  row(JsonSyntaxError, (_, text) => ({ status: 422, text })),
  row(LiteServerError, ({ code, message }) => ({
    status: code === NO_SPACE ? 507 : 500,
    text: code === NO_SPACE ? message : `LITE_SERVER_${LITE_SERVER_KINDS.get(code) ?? 'UNKNOWN'}: ${message}`,
  })),
  row(UnprovedRefusalError, (_, text) => ({ status: 502, text })),
  row(LiteTimeoutError, () => ({ status: 504, text: TIMEOUT_TEXT })),
  row(LiteConnectionError, ({ message }) => ({ status: 502, text: `LITE_SERVER_NETWORK: ${message}` })),
  row(ProofError, ({ message }) => ({ status: 502, text: `LITE_SERVER_PROOF: ${message}` })),
  row(ForkError, ({ message }) => ({ status: 502, text: `LITE_SERVER_PROOF: ${message}` })),
  row(FromBlockError, ({ code, cause, message }) => {
    const text = code === 'not-found' ? `${message}: ${toErrorAnswer(cause)?.text ?? 'unknown'}` : message
    return { status: 500, text }
  }),
  row(TvmBusyError, ({ message }) => ({ status: 542, text: `no workers available: ${message}` })),
  row(TvmDeadlineError, (_, text) => ({ status: 504, text })),
  row(TvmCrashError, (_, text) => ({ status: 500, text })),
  row(TvmInputError, (_, text) => ({ status: 500, text })),
  row(TooManyLibrariesError, (_, text) => ({ status: 500, text })),
  row(StackError, (_, text) => ({ status: 500, text })),
  row(CoverageError, ({ retryAfter }, text) => ({
    status: 503,
    text,
    ...(retryAfter && { retryAfter }),
  })),
  row(StoreError, ({ code }, text) => ({
    status: STORE_RETRY_S[code] === undefined ? 500 : 503,
    text,
    ...(STORE_RETRY_S[code] !== undefined && { retryAfter: STORE_RETRY_S[code] }),
  })),
  row(MetadataError, ({ code }, text) => ({
    status: METADATA_STATUSES[code] ?? 502,
    text,
    ...(PASSING.has(code) && { retryAfter: 1 }),
  })),
  row(ProvingError, (_, text) => ({ status: 503, text, retryAfter: PROVING_RETRY_S })),
  row(NoServerError, (_, text) => ({ status: 542, text: `no workers available: ${text}` })),
]

/** The request's own deadline passed (AbortSignal.timeout). */
function isDeadline(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** Returns the cause's answer with the stage before its text; undefined for an unexpected cause. */
function answerOfStage({ stage, status, cause }: StageError): ErrorAnswer | undefined {
  const inner = toErrorAnswer(cause)
  if (!inner) return undefined
  const text = stage === undefined ? inner.text : `${stage}: ${inner.text}`
  return { ...inner, status: status ?? inner.status, text }
}

/** Returns the answer to the client; undefined for an unexpected error. */
export function toErrorAnswer(error: unknown): ErrorAnswer | undefined {
  if (isDeadline(error)) return { status: 504, text: TIMEOUT_TEXT }
  if (error instanceof StageError) return answerOfStage(error)
  return ERROR_TABLE.find(({ type }) => error instanceof type)?.answer(error as Error, messageOf(error))
}
