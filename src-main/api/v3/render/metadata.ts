import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { StdAddress } from '../../../store/facts.ts'
import { loadAccountCodes } from '../../../store/queries/accounts.ts'
import { type FetchedContent, fetchedContent } from '../../../store/queries/fetchedContent.ts'
import { loadTokenEntries } from '../../../store/queries/tokenEntries.ts'
import type { ReadContext } from '../read/context.ts'
import { addressText } from './scalars.ts'
import { isFetchable, tokenInfo } from './tokenInfo.ts'

const FAILED: FetchedContent = { state: 'failed' }
/** Longer URLs of images (data: ones) are not repeated in URLs of ours. */
const MAX_IMAGE_URL = 2048
/** Images that the gateway fetches. */
const SERVED_IMAGE = /^(https?|ipfs):\/\//i

/**
 * Metadata of the tokens among `addresses` by raw address (v3-contract §5.9), with the masters of jetton wallets; empty
 * where the client declines it. URLs whose content is not fetched yet are added to `context.wanted`.
 */
export function metadataJson(context: ReadContext, addresses: readonly StdAddress[]): MetadataJson {
  return context.options.metadata ? tokenMetadata(context, addresses) : {}
}

/** The same whatever the client declines. */
export function tokenMetadata(context: ReadContext, addresses: readonly StdAddress[]): MetadataJson {
  const { reader, options } = context
  const tokens = loadTokenEntries(reader, possibleTokens(context, addresses))
  const byAddress = Map.groupBy(tokens, ({ address }) => addressText(address))
  const shown = { fetched: contentFetcher(context), image: imageUrl(options.imagePrefix) }
  return Object.fromEntries(
    [...byAddress]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, entries]) => {
        const infos = entries.map((entry) => tokenInfo(entry, shown))
        const is_indexed = infos.every(({ isIndexed }) => isIndexed)
        return [address, { is_indexed, token_info: infos.map(({ info }) => info) }]
      }),
  )
}

/** Contracts that are no wallets: most accounts of a list are none. */
function possibleTokens({ reader }: ReadContext, addresses: readonly StdAddress[]): StdAddress[] {
  const unique = new Map(addresses.map((address) => [address.toString('latin1'), address]))
  return loadAccountCodes(reader, [...unique.values()])
    .filter(({ codeHash }) => codeHash !== undefined && !CONTRACTS.wallets.has(codeHash.toString('base64')))
    .map(({ address }) => address)
}

function contentFetcher({ reader, wanted }: ReadContext): (url: string) => FetchedContent | undefined {
  return (url) => {
    if (!isFetchable(url)) return FAILED
    const content = fetchedContent(reader, url)
    if (content === undefined && wanted.size < MAX_WANTED) wanted.add(url)
    return content
  }
}

/** URLs that one answer has fetched, at most. */
const MAX_WANTED = 1_000

function imageUrl(prefix: string | undefined): (url: string) => string | undefined {
  return (url) =>
    prefix !== undefined && url.length <= MAX_IMAGE_URL && SERVED_IMAGE.test(url)
      ? `${prefix}${encodeURIComponent(url)}`
      : undefined
}
