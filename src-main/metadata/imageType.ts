/** Types of images that are served, by their content. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/svg+xml'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const AVIF_BRANDS: readonly string[] = ['avif', 'avis']
/** Maximum position of the root element of an SVG: comments of drawing programs come before it. */
const SVG_HEAD_BYTES = 4_096
/** Begin and end of markup that can precede the root element. */
const SVG_PROLOG: readonly (readonly [start: RegExp, end: string])[] = [
  [/^<\?xml\s/i, '?>'],
  [/^<!--/, '-->'],
  [/^<!DOCTYPE\s+svg[^>[]*\[/i, ']>'],
  [/^<!DOCTYPE\s+svg[\s>]/i, '>'],
]

/**
 * Returns the type of an image by its first bytes; undefined for other content. The server's content type is ignored.
 */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg'
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (ascii(4, 8) === 'ftyp' && AVIF_BRANDS.includes(ascii(8, 12))) return 'image/avif'
  return isSvg(bytes.toString('utf8', 0, SVG_HEAD_BYTES)) ? 'image/svg+xml' : undefined
}

function isSvg(head: string): boolean {
  let rest = head.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    const [, end] = SVG_PROLOG.find(([start]) => start.test(rest)) ?? []
    if (end === undefined) return /^<svg[\s>/]/i.test(rest)
    const at = rest.indexOf(end)
    if (at < 0) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}
