import type { Reader } from './reader.ts'

/** The JSON behind the URL of a token's content, or that it could not be fetched. */
export type FetchedContent =
  | { readonly state: 'fetched'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly state: 'failed' }

/** Returns what was fetched of a URL; undefined if it has not been fetched yet. */
export function fetchedContent(_reader: Reader, _url: string): FetchedContent | undefined {
  return undefined
}
