import type { MetadataContent, MetadataContentFields } from '../store/metadataContent.ts'
import { decodeDataUrl, isDataUrl } from './dataUrl.ts'
import type { GuardedFetcher } from './guardedFetch.ts'
import { MetadataError } from './metadataError.ts'
import { MAX_METADATA_BYTES, type MetadataFields, parseMetadataJson } from './metadataJson.ts'

const ACCEPT = 'application/json, text/plain;q=0.9, */*;q=0.1'

const FRESH_S = 86_400
export const FIRST_BACK_OFF_S = 60
const LONGEST_BACK_OFF_S = 86_400

/** Parameters of fetchContent. */
export type ContentFetch = {
  readonly url: string
  /** The stored row of the URL. */
  readonly before: MetadataContent | undefined
  readonly fetcher: Pick<GuardedFetcher, 'fetch'>
  /** Returns Unix seconds. */
  seconds(): number
}

/**
 * Fetches a token's content. Returns the row to store, also after a failure, with the time of the next fetch; undefined
 * if the result is unknown because this machine has no network.
 */
export async function fetchContent({
  url,
  before,
  fetcher,
  seconds,
}: ContentFetch): Promise<MetadataContent | undefined> {
  try {
    const fields = storedFields(await load(url, fetcher))
    const fetchedAt = seconds()
    const expiresAt = fetchedAt + FRESH_S
    return { url, state: 'fetched', fetchedAt, expiresAt, attempts: 0, error: undefined, fields }
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    if (error.code === 'off' || error.code === 'no-network') return undefined
    const attempts = (before?.attempts ?? 0) + 1
    const fetchedAt = seconds()
    return {
      url,
      // Earlier content is better than none.
      state: before?.state ?? 'failed',
      fetchedAt,
      expiresAt: fetchedAt + backOff(attempts),
      attempts,
      error: `${error.code}: ${error.message}`,
      fields: before?.fields,
    }
  }
}

async function load(url: string, fetcher: Pick<GuardedFetcher, 'fetch'>): Promise<MetadataFields> {
  if (isDataUrl(url)) return parseMetadataJson(decodeDataUrl(url, MAX_METADATA_BYTES))
  const { body } = await fetcher.fetch(url, { maxBytes: MAX_METADATA_BYTES, accept: ACCEPT })
  return parseMetadataJson(body)
}

/**
 * Returns the seconds until the next attempt by the number of failed ones: 1 minute, doubled each time, at most a day.
 */
function backOff(attempts: number): number {
  return Math.min(LONGEST_BACK_OFF_S, FIRST_BACK_OFF_S * 2 ** Math.min(attempts - 1, 20))
}

function storedFields({ extra, ...top }: MetadataFields): MetadataContentFields {
  return { ...top, extra: JSON.stringify(extra) }
}
