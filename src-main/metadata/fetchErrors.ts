import { MetadataError, type MetadataErrorCode } from './metadataError.ts'

type Meaning = readonly [code: MetadataErrorCode, text: (host: string) => string]

/** Codes of MetadataError by the codes of Node and undici. */
const CODES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['ENOTFOUND', ['dns', (host) => `the host ${host} is not known`]],
  ['EAI_AGAIN', ['no-network', (host) => `the host ${host} cannot be resolved now`]],
  ['ENETUNREACH', ['no-network', () => 'the network cannot be reached']],
  ['ENETDOWN', ['no-network', () => 'the network is down']],
  ['UND_ERR_CONNECT_TIMEOUT', ['timeout', (host) => `${host} does not accept connections in time`]],
  ['UND_ERR_HEADERS_TIMEOUT', ['timeout', (host) => `${host} does not answer in time`]],
  ['UND_ERR_BODY_TIMEOUT', ['timeout', (host) => `${host} stopped sending`]],
])

/**
 * Returns the error of a failed request.
 * @param deadlineMs the time limit of the request, if it has passed
 */
export function fetchErrorOf(error: unknown, { host }: URL, deadlineMs: number | undefined): MetadataError {
  const own = ownError(error)
  if (own) return own
  if (deadlineMs !== undefined) {
    return new MetadataError('timeout', `${host} did not answer within ${deadlineMs} ms`, { cause: error })
  }
  // If several addresses were tried, the first error counts.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const [kind, text] = CODES.get(code) ?? [
    'connection' as const,
    () => `the connection to ${host} failed${code && ` (${code})`}`,
  ]
  return new MetadataError(kind, text(host), { cause: error })
}

function ownError(error: unknown): MetadataError | undefined {
  if (error instanceof MetadataError) return error
  return error instanceof Error && error.cause instanceof MetadataError ? error.cause : undefined
}
