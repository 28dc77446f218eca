const OPEN = '[{('
const CLOSE = ']})'

/**
 * Splits the values of a stack or tuple in the emulator's log, `[ 0 (1 2) CS{…} ]`, at the spaces of their own level.
 * @param start position after the opening bracket
 */
export function splitStackText(text: string, start: number): string[] {
  const values: string[] = []
  let depth = 0
  let from = -1
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string
    const ends = depth === 0 && CLOSE.includes(letter)
    if (ends || (letter === ' ' && depth === 0)) {
      if (from >= 0) values.push(text.slice(from, at))
      if (ends) break
      from = -1
      continue
    }
    if (CLOSE.includes(letter)) depth--
    if (from < 0) from = at
    if (OPEN.includes(letter)) depth++
  }
  return values
}
