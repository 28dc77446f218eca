import { safeText } from '#shared/untrustedText.ts'

/** Longer texts than the search box accepts are cut. */
const MAX_LENGTH = 4_000
/** Dashes and minus signs of word processors. */
const DASH = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
const OPENING = /^[\s"'`“”„‟‘’‚‛«»‹›<([{]+/
const CLOSING = /[\s"'`“”„‟‘’‚‛«»‹›>)\]},.;:!?]+$/
const SEPARATORS = /[\s"'`“”„‟‘’‚‛«»‹›<>{}[\]|]+/
/** A text is encoded once by a link, and again by a link in a parameter of a link. */
const MAX_DECODINGS = 3
/** No shorter text can be an address or hash that was broken into lines. */
const MIN_BROKEN = 43

/**
 * Returns a pasted text without invisible characters, on one line, with ASCII dashes, and with fullwidth and
 * similar letters in their plain form.
 */
export function cleanPaste(text: string): string {
  const plain = text.slice(0, MAX_LENGTH).normalize('NFKC').replaceAll('&amp;', '&')
  return safeText(plain.replace(DASH, '-'), MAX_LENGTH).text
}

/** Returns a text without the quotes, brackets and punctuation around it. */
function unwrapped(text: string): string {
  return text.replace(OPENING, '').replace(CLOSING, '')
}

/** Decodes percent encoding; returns a malformed text as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fullyDecoded(text: string): string {
  let decoded = text
  for (let i = 0; i < MAX_DECODINGS && decoded.includes('%'); i++) decoded = percentDecoded(decoded)
  return decoded
}

/** Returns the texts that a cleaned paste can mean as a whole, the most literal first. */
export function wholeForms(clean: string): string[] {
  const bare = unwrapped(clean)
  const decoded = fullyDecoded(bare)
  const joined = decoded.replace(/\s+/g, '')
  return [...new Set([clean, bare, decoded, ...(joined.length >= MIN_BROKEN ? [joined] : [])])]
}

/** Returns the words of a cleaned paste without quotes and punctuation. */
export function wordsOf(clean: string): string[] {
  const words = clean.split(SEPARATORS).flatMap((word) => [word, ...word.split(/[,;]/)])
  return [...new Set(words.map(unwrapped))].filter((word) => word !== '' && word !== clean)
}

/** Returns the fields of JSON, of a form or of a list of names and values; the first of each name, in lower case. */
export function fieldsOf(clean: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [, name = '', value = ''] of clean.matchAll(
    /["']?([a-z]\w*)["']?\s*[:=]\s*["']?([^\s"',;&{}]+)/gi,
  )) {
    const key = name.toLowerCase()
    if (!fields.has(key)) fields.set(key, unwrapped(value))
  }
  return fields
}
