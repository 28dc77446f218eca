import { MetadataError } from './metadataError.ts'

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Off-chain content as it is stored: v3's top-level fields, and all others (compatibility-v3 §4.9). */
export type MetadataFields = {
  readonly name?: string
  readonly symbol?: string
  readonly description?: string
  readonly image?: string
  readonly extra: { readonly [key: string]: Json }
}

/** Maximum size of a JSON file, bytes. */
export const MAX_METADATA_BYTES = 1_048_576
/** Maximum length of a text, UTF-16 units; longer ones are cut. */
const MAX_TEXT = 8_192
/**
 * Maximum length of an image URL; longer ones are dropped, because a part of a URL is useless. `data:` URLs have a
 * whole image.
 */
const MAX_IMAGE_URL = 65_536
const MAX_KEY = 256
const MAX_DEPTH = 8
/** Maximum number of values of a file, nested ones included; further ones are dropped. */
const MAX_VALUES = 2_000
/** Maximum length of all texts in `extra` together, UTF-16 units. */
const MAX_EXTRA_TEXT = 65_536

const TOP_LEVEL = ['name', 'symbol', 'description', 'image'] as const
type TopLevel = (typeof TOP_LEVEL)[number]

/**
 * Parses the JSON of a token's URL. Texts are well-formed Unicode without NUL and of bounded length. Throws
 * MetadataError not-json for content that is not an object in UTF-8.
 */
export function parseMetadataJson(body: Uint8Array): MetadataFields {
  const value = parseObject(body)
  return placeFields(Object.entries(value))
}

/**
 * Splits fields as in compatibility-v3 §4.9: the texts `name`, `symbol`, `description` and `image` at the top level,
 * all others in `extra`.
 */
export function placeFields(entries: Iterable<readonly [string, Json]>): MetadataFields {
  const top: Partial<Record<TopLevel, string>> = {}
  const extra: (readonly [string, Json])[] = []
  const bound = { values: MAX_VALUES, text: MAX_EXTRA_TEXT }
  for (const [key, value] of entries) {
    if (isTopLevel(key) && typeof value === 'string') {
      const text = key === 'image' ? imageUrl(value) : cleanText(value, MAX_TEXT)
      if (text !== '') top[key] = text
    } else {
      const bounded = boundedValue(value, bound, MAX_DEPTH)
      if (bounded !== undefined) extra.push([cleanText(key, MAX_KEY), bounded])
    }
  }
  // fromEntries defines `__proto__` as a property like any other.
  return { ...top, extra: Object.fromEntries(extra) }
}

function isTopLevel(key: string): key is TopLevel {
  return (TOP_LEVEL as readonly string[]).includes(key)
}

function parseObject(body: Uint8Array): { readonly [key: string]: Json } {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw new MetadataError('not-json', 'the content is not JSON in UTF-8', { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as { readonly [key: string]: Json }
  }
  throw new MetadataError('not-json', 'the content is JSON but not an object')
}

function imageUrl(text: string): string {
  const url = text.replaceAll('\0', '').trim().toWellFormed()
  return url.length <= MAX_IMAGE_URL ? url : ''
}

function cleanText(text: string, maxLength: number): string {
  const clean = text.replaceAll('\0', '')
  return clean.slice(0, maxLength).toWellFormed()
}

type Bound = { values: number; text: number }

/** Returns a copy within the bound; undefined for a dropped value. */
function boundedValue(value: Json, bound: Bound, depth: number): Json | undefined {
  if (--bound.values < 0) return undefined
  if (typeof value === 'string') {
    const text = cleanText(value, Math.min(MAX_TEXT, bound.text))
    bound.text -= text.length
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const item of value as readonly Json[]) {
      if (bound.values <= 0) break
      const bounded = boundedValue(item, bound, depth - 1)
      if (bounded !== undefined) items.push(bounded)
    }
    return items
  }
  const entries: (readonly [string, Json])[] = []
  for (const [key, item] of Object.entries(value as { readonly [key: string]: Json })) {
    if (bound.values <= 0) break
    const bounded = boundedValue(item, bound, depth - 1)
    if (bounded !== undefined) entries.push([cleanText(key, MAX_KEY), bounded])
  }
  return Object.fromEntries(entries)
}
