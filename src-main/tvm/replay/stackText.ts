const OPEN = '[{('
const CLOSE = ']})'

/**
 * Splits the emulator's text of a stack, `[ 0 (1 2) CS{…} ]`, into its values, bottom first. Values contain spaces within
 * brackets only.
 */
export function stackValues(text: string): string[] {
  const start = text.indexOf('[') + 1
  const values: string[] = []
  let depth = 0
  let from = -1
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === ' ' && depth === 0) {
      if (from >= 0) values.push(text.slice(from, at))
      from = -1
      continue
    }
    if (CLOSE.includes(letter)) {
      if (depth === 0) break
      depth--
    }
    if (from < 0) from = at
    if (OPEN.includes(letter)) depth++
  }
  return values
}
