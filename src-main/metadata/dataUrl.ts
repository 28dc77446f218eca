import { MetadataError } from './metadataError.ts'

const DATA_URL = /^data:([^,]*),/i
const BASE64_FLAG = /;\s*base64\s*$/i

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/** Decodes a `data:` URL; its type is not read. Throws MetadataError: bad-url, too-large. */
export function decodeDataUrl(url: string, maxBytes: number): Buffer {
  const [head, mediaType] = DATA_URL.exec(url) ?? []
  if (head === undefined || mediaType === undefined)
    throw new MetadataError('bad-url', 'the data: URL has no data')
  const data = percentDecoded(url.slice(head.length))
  const bytes = BASE64_FLAG.test(mediaType) ? Buffer.from(data.toString('latin1'), 'base64') : data
  if (bytes.length > maxBytes) {
    throw new MetadataError('too-large', `the data: URL has more than ${maxBytes} bytes`)
  }
  return bytes
}

/** Returns the bytes of a text with escapes such as `%3C`; other characters stand for themselves. */
function percentDecoded(text: string): Buffer {
  const unescaped = text.replace(/(?:%[0-9a-f]{2})+|[^\0-\x7f]+/gi, (part) =>
    (part.startsWith('%') ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part)).toString(
      'latin1',
    ),
  )
  return Buffer.from(unescaped, 'latin1')
}
