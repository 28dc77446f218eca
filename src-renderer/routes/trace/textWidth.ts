const NARROW = /[\s.,:;'’|!ijlIftr()[\]“”·]/
const WIDE = /[mwMW@%+−→↩Σ×]/
const CAPITAL = /[A-Z0-9]/
/** First code point of scripts whose characters are as wide as high. */
const SQUARE = 0x1100

function characterWidth(character: string): number {
  if (NARROW.test(character)) return 0.33
  if (WIDE.test(character)) return 0.88
  if (CAPITAL.test(character)) return 0.66
  return (character.codePointAt(0) ?? 0) >= SQUARE ? 1 : 0.58
}

/**
 * Estimates the width of a text in the explorer's typeface, in pixels: a layout with measured widths would have to wait
 * for the fonts.
 * @param size of the type, in pixels
 */
export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, character) => sum + characterWidth(character), 0) * size
}
