import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import { possibleTokenKinds, type TokenKind } from '../../../contracts/tokenMethods.ts'
import { contentSource } from '../../../metadata/contentUrl.ts'
import { MetadataError } from '../../../metadata/metadataError.ts'
import type { MetadataFields } from '../../../metadata/metadataJson.ts'
import type { MetadataContent } from '../../../store/metadataContent.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { loadCode } from '../../../store/queries/cellParts.ts'
import { findUnverified, isBacklogEmpty } from '../../../store/queries/detectionBacklog.ts'
import { loadMetadataContents } from '../../../store/queries/metadataContents.ts'
import {
  loadTokenEntries,
  type TokenCandidates,
  type TokenEntry,
} from '../../../store/queries/tokenEntries.ts'
import { currentAccounts, isFullyIndexed } from '../read/completeness.ts'
import type { ReadContext } from '../read/context.ts'
import { type MissingData, missingDataKey } from '../reading.ts'
import { addressText } from './scalars.ts'
import { contentUrl, type FetchedContent, tokenInfo } from './tokenInfo.ts'

/** Maximum length of image URLs that are repeated in URLs of the gateway. */
const MAX_IMAGE_URL = 2048
/** Maximum number of URLs that are fetched for one answer. */
const MAX_WANTED = 1_000
/** Maximum number of contents that one statement reads. */
const CHUNK = 128

/**
 * Returns metadata of the tokens among `addresses` by raw address (compatibility-v3 §4.9), with the masters of jetton
 * wallets; empty if the client declines it. URLs whose content is not fetched yet, or out of date, are added to
 * `context.missingContent`.
 */
export function metadataJson(context: ReadContext, addresses: readonly StdAddress[]): MetadataJson {
  return context.options.metadata ? tokenMetadata(context, addresses) : {}
}

/** The same whether or not the client declines metadata. */
export function tokenMetadata(context: ReadContext, addresses: readonly StdAddress[]): MetadataJson {
  const { reader, options } = context
  const tokens = loadTokenEntries(reader, possibleTokens(context, addresses))
  const byAddress = Map.groupBy(tokens, ({ address }) => addressText(address))
  const contents = loadContents(context, tokens)
  const image = imageUrl(options.imagePrefix)
  const isCurrent = currentWallets(context, tokens)
  const fetched = (url: string) => (isFetchable(url) ? contents.get(url) : 'failed')
  return Object.fromEntries(
    [...byAddress]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, entries]) => {
        const infos = entries.map((entry) => tokenInfo(entry, { isCurrent, fetched, image }))
        const is_indexed = infos.every(({ isIndexed }) => isIndexed)
        return [address, { is_indexed, token_info: infos.map(({ info }) => info) }]
      }),
  )
}

/**
 * Returns which jetton wallets have the indexed balance now. Names and content change rarely, a balance with each
 * transfer.
 */
function currentWallets(
  context: ReadContext,
  tokens: readonly TokenEntry[],
): (wallet: StdAddress) => boolean {
  const { reader, fetched } = context
  const entries = tokens.filter((token) => token.kind === 'jetton_wallet')
  const wallets = entries.map(({ address }) => address)
  const known = isFullyIndexed(context) ? wallets : currentAccounts(context, wallets)
  const current = new Set(known.map(addressText))
  for (const { address: account, owner, jetton } of entries) {
    // Each of these reads the wallet's state as of the head of this answer.
    const reads: readonly MissingData[] = [
      { kind: 'state', account },
      { kind: 'contract', account },
      { kind: 'jettonWallet', owner, jetton },
    ]
    if (reads.some((read) => fetched.get(missingDataKey(read)) === true)) current.add(addressText(account))
  }
  // Their rows are of earlier states.
  for (const queued of isBacklogEmpty(reader) ? [] : findUnverified(reader, wallets)) {
    current.delete(addressText(queued))
  }
  return (wallet) => current.has(addressText(wallet))
}

/** Groups accounts by the possible types of their codes: most accounts of a list are wallets, which are no tokens. */
function possibleTokens(
  { reader, contracts, codes }: ReadContext,
  addresses: readonly StdAddress[],
): TokenCandidates {
  const candidates: Record<TokenKind, StdAddress[]> = {
    jetton_master: [],
    jetton_wallet: [],
    nft_collection: [],
    nft_item: [],
  }
  const ofCode = new Map<Buffer, readonly TokenKind[]>()
  for (const { address, codeHash } of codes.load(addresses)) {
    if (codeHash === undefined || CONTRACTS.wallets.has(codeHash.toString('base64'))) continue
    let kinds = ofCode.get(codeHash)
    if (!kinds) {
      kinds = possibleTokenKinds(contracts.of(codeHash, () => loadCode(reader, codeHash)).methods)
      ofCode.set(codeHash, kinds)
    }
    for (const kind of kinds) candidates[kind].push(address)
  }
  return candidates
}

/** Loads the content of tokens' URLs, and records URLs that must be fetched. */
function loadContents(
  { reader, missingContent }: ReadContext,
  tokens: readonly TokenEntry[],
): ReadonlyMap<string, FetchedContent> {
  const now = Date.now() / 1000
  const urls = [...new Set(tokens.flatMap((token) => contentUrl(token) ?? []))].filter(isFetchable)
  const contents = new Map<string, FetchedContent>()
  for (let at = 0; at < urls.length; at += CHUNK) {
    const some = urls.slice(at, at + CHUNK)
    const loaded = loadMetadataContents(reader, some)
    for (const url of some) {
      const content = loaded.get(url)
      if ((content === undefined || content.expiresAt <= now) && missingContent.size < MAX_WANTED)
        missingContent.add(url)
      if (content) contents.set(url, contentOf(content))
    }
  }
  return contents
}

function contentOf({ fields }: MetadataContent): FetchedContent {
  if (fields === undefined) return 'failed'
  const { extra, ...texts } = fields
  return { ...texts, extra: JSON.parse(extra) } as MetadataFields
}

/**
 * Returns whether the content of a URL can be fetched; URLs of other schemes count as failed (compatibility-v3 §4.9).
 */
function isFetchable(url: string): boolean {
  try {
    contentSource(url)
    return true
  } catch (error) {
    if (error instanceof MetadataError) return false
    throw error
  }
}

/** Returns the gateway's URLs of images that it fetches. */
function imageUrl(prefix: string | undefined): (url: string) => string | undefined {
  return (url) =>
    prefix !== undefined && url.length <= MAX_IMAGE_URL && isFetchable(url)
      ? `${prefix}${encodeURIComponent(url)}`
      : undefined
}
