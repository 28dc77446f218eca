import { readLink } from './readLink.ts'
import { type ParsedQuery, readPlain } from './readPlain.ts'

/**
 * What a text in the search box means, without asking anyone: the likeliest meaning first, none for a text that
 * means nothing. Takes addresses in every form, hashes, `lt:hash`, block ids in both notations, seqnos, times,
 * names, and links of explorers and wallets.
 */
export function readQuery(text: string): ParsedQuery[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const plain = readPlain(trimmed)
  return plain.length > 0 ? plain : readLink(trimmed)
}
