export type JsonPiece = {
  readonly kind: 'plain' | 'key' | 'string' | 'number' | 'word'
  readonly text: string
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** Cuts printed JSON into pieces to be coloured; joined again they are the same text. */
export function jsonPieces(text: string): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) })
    const [whole, quoted, colon, number] = match
    if (quoted !== undefined) {
      pieces.push({ kind: colon === undefined ? 'string' : 'key', text: quoted })
      if (colon !== undefined) pieces.push({ kind: 'plain', text: colon })
    } else {
      pieces.push({ kind: number === undefined ? 'word' : 'number', text: whole })
    }
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}
