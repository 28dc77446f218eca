import { readLink } from './readLink.ts'
import { type ParsedQuery, readPlain } from './readPlain.ts'

/**
 * Returns the meanings of a text in the search box without any request, the most likely first. Reads addresses
 * in every form, hashes, `lt:hash`, block ids in both notations, seqnos, times, names, and links of explorers
 * and wallets.
 */
export function readQuery(text: string): ParsedQuery[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const plain = readPlain(trimmed)
  return plain.length > 0 ? plain : readLink(trimmed)
}
