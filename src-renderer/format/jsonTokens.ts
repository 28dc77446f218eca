export type JsonToken = {
  readonly kind: 'plain' | 'key' | 'string' | 'number' | 'word'
  readonly text: string
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** Splits formatted JSON into tokens for highlighting. The joined tokens are the original text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) })
    const [whole, quoted, colon, number] = match
    if (quoted !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted })
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon })
    } else {
      tokens.push({ kind: number === undefined ? 'word' : 'number', text: whole })
    }
    end = match.index + whole.length
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) })
  return tokens
}
