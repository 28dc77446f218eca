/**
 * Texts of strangers (names, symbols, descriptions and attributes of tokens). They are drawn as text, isolated in
 * direction (`<bdi>`); what would be invisible or reorder its surroundings is removed here.
 */

/** A text made safe to draw. */
export type SafeText = {
  /** At most as long as was asked for, with `…` if more follows. */
  readonly text: string
  readonly isCut: boolean
  /** Control, format or other invisible characters were removed. */
  readonly hadHidden: boolean
}

const SPACE = /[^\S\uFEFF]+|\u0085/gu
/** Cut before they are cleaned: a text of 100 kB costs what a long one does. */
const MAX_READ = 20_000
/**
 * Controls, format characters (direction marks and overrides, zero width, tags), private use, unassigned, lone
 * surrogates, and letters and marks without a glyph.
 */
const HIDDEN = /\p{C}|\p{Variation_Selector}|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u2800|\u3164|\uFFA0/gu
/** Hidden characters of ordinary emoji: removed without a word. */
const EMOJI_PARTS =
  /(?:\uFE0E|\uFE0F|\u200D)(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]\p{M}{0,2}.)/gu
/** More than three marks on one letter run over the neighbouring lines. */
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
