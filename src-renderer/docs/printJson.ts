/**
 * JSON text with line breaks and indentation, changed in nothing else: numbers keep every digit, which a parser
 * would not do beyond 2^53.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/g
const INDENT = '  '

export type PrintedJson = {
  readonly text: string
  /** Characters of the source that did not fit. */
  readonly left: number
}

/**
 * Prints until `limit` characters are reached. A text that is no JSON comes out with its words apart, but whole:
 * nothing but white space is ever left out.
 */
export function printJson(source: string, limit = Number.POSITIVE_INFINITY): PrintedJson {
  const parts: string[] = []
  let length = 0
  let depth = 0
  let previous = ''
  const put = (text: string) => {
    parts.push(text)
    length += text.length
  }
  const newLine = () => put(`\n${INDENT.repeat(depth)}`)
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (length > limit) return { text: parts.join(''), left: source.length - index }
    const closes = token === '}' || token === ']'
    if (closes) depth = Math.max(0, depth - 1)
    const isEmpty = closes && (previous === '{' || previous === '[')
    if (closes ? !isEmpty : previous === '{' || previous === '[' || previous === ',') newLine()
    put(token === ':' ? ': ' : token)
    if (token === '{' || token === '[') depth += 1
    previous = token
  }
  return { text: parts.join(''), left: 0 }
}
