/**
 * Untrusted texts: names, symbols, descriptions and attributes of tokens. They are displayed as text with an
 * isolated direction (`<bdi>`). This module removes characters that are invisible or reorder their
 * surroundings.
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
const HIDDEN = /\p{C}|\p{Variation_Selector}|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u2800|\u3164|\uFFA0/gu
/** Invisible characters of ordinary emoji, whose removal is not reported. */
const EMOJI_PARTS =
  /(?:\uFE0E|\uFE0F|\u200D)(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]\p{M}{0,2}.)/gu
/** More than three marks on a letter would overlap the neighbouring lines. */
const MARKS = /(\p{M}{3})\p{M}+/gu

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
