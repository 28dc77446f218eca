/**
 * Untrusted texts: names, symbols, descriptions, comments, domains and any other text in an answer. They are
 * displayed as text with an isolated direction (`<bdi>`). This module removes or marks characters that are
 * invisible or reorder their surroundings.
 */

/** A text that is safe to display. */
export type SafeText = {
  /** Text of at most the requested length, with `…` if it was cut. */
  readonly text: string
  readonly isCut: boolean
  /** True if control, format or other invisible characters were removed. */
  readonly hadHidden: boolean
}

const SPACE = /[^\S\uFEFF]+|\u0085/gu
/** Maximum length before cleaning, which limits the time. */
const MAX_READ = 20_000
/**
 * Controls, format characters (direction marks and overrides, zero width, tags), private use, unassigned, lone
 * surrogates, and letters and marks without a glyph.
 */
const HIDDEN = /\uFFFD|\p{C}|\p{Variation_Selector}|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u2800|\u3164|\uFFA0/gu
/** Invisible characters of ordinary emoji, whose removal is not reported. */
const EMOJI_PARTS =
  /(?:\uFE0E|\uFE0F|\u200D)(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]\p{M}{0,2}.)/gu
/** More than three marks on a letter would overlap the neighbouring lines. */
const MARKS = /(\p{M}{3})\p{M}+/gu

/** Stands for a hidden character in `visibleText`: REPLACEMENT CHARACTER, which every font has. */
const MARK = '\uFFFD'
/** Hidden characters that lay out a text. */
const LAYOUT = /[\n\r\t]/

function isEmojiPart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at)
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]\p{M}{0,2}$/u.test(before)
}

/** Replaces the hidden characters of a text except line breaks, tabs and the parts of emoji. */
function replaceHidden(text: string, write: (hidden: string) => string): string {
  return text.replace(HIDDEN, (hidden, at: number) => {
    const isKept = LAYOUT.test(hidden) || (/[\uFE0E\uFE0F\u200D]/.test(hidden) && isEmojiPart(text, at))
    return isKept ? hidden : write(hidden)
  })
}

/**
 * Returns the text with a visible mark in place of each hidden character. `safeText` counts the mark as hidden,
 * so that a text is marked once where it is received, and cleaned where it is displayed.
 */
export function visibleText(text: string): string {
  return replaceHidden(text, () => MARK)
}

/** Returns JSON with an escape in place of each hidden character: its value is the same. */
export function escapeHidden(json: string): string {
  return replaceHidden(json, (hidden) =>
    Array.from({ length: hidden.length }, (_, i) => {
      return `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`
    }).join(''),
  )
}

/** Returns a JSON value with `visibleText` of all its texts and names. The value itself is not changed. */
export function withVisibleText<Value>(value: Value): Value {
  return visibleValue(value) as Value
}

function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visibleValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [visibleText(name), visibleValue(inner)]),
  )
}

/** Returns the text without hidden characters, whitespace as single spaces, cut to `max` characters. */
export function safeText(given: string, max: number): SafeText {
  const read = given.slice(0, MAX_READ)
  const words = read.replace(SPACE, ' ').replace(EMOJI_PARTS, '')
  const visible = words.replace(HIDDEN, '')
  const whole = visible.replace(MARKS, '$1').trim()
  const characters = Array.from(whole.slice(0, (max + 1) * 2))
  const isCut = characters.length > max || given.length > MAX_READ
  return {
    text: isCut ? `${characters.slice(0, max).join('').trimEnd()}…` : whole,
    isCut,
    hadHidden: visible.length < words.length,
  }
}
