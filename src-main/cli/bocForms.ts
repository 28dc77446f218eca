import { readBocHeader } from '#shared/ton/cells/bocHeader.ts'
import { TypedError } from '#shared/typedError.ts'

/** The forms in which people keep a bag of cells in a file. */

/** The error of content that has no bag of cells, or several. */
export class BocFormError extends TypedError {
  constructor(problem: string) {
    super('boc-form', problem)
  }
}

/** A bag in hex, or in base64 of either alphabet: each begins with one of the three magics. */
const HEX = /(?:b5ee9c72|68ff65f3|acc3a728)[0-9a-f]*/gi
const BASE64 = /(?:te6cc[g-v]|aP9l8[w-z0-9+/_-]|rMOnK[A-P])[A-Za-z0-9+/_-]*={0,2}/g
const DECIMALS = /(?:181,238,156,114|104,255,101,243|172,195,167,40)(?:,\d{1,3})*/g
/** A text is percent-encoded once by a link, and again by a link in a parameter of a link. */
const MAX_DECODINGS = 3

const COMPRESSIONS: Readonly<Record<string, string>> = {
  '1f8b': 'gzip',
  '504b': 'zip',
  fd37: 'xz',
  '28b5': 'zstd',
  '425a': 'bzip2',
}

/**
 * Returns the bytes of the only bag of cells in a file's content: the content itself, or hex, base64 or a list of bytes
 * anywhere in a text, such as a field of JSON, a link or a line of a program. Line breaks, quotes, prefixes, escapes
 * and percent encoding are ignored. Throws BocFormError.
 */
export function bocBytes(content: Buffer): Buffer {
  if (hasMagic(content)) return content
  const text = textOf(content)
  if (text === undefined) {
    const compression = COMPRESSIONS[content.toString('hex', 0, 2)]
    if (compression !== undefined)
      throw new BocFormError(`not a bag of cells: compressed with ${compression}`)
    // The reader of bags names what the content begins with.
    return content
  }
  if (text.trim() === '') throw new BocFormError('not a bag of cells: the file is empty')
  const [bag, ...others] = bagsIn(text)
  if (others.length > 0) {
    throw new BocFormError(`it has ${others.length + 1} bags of cells; keep one of them in the file`)
  }
  if (bag) return bag
  throw new BocFormError(`not a bag of cells: ${textProblem(text)}`)
}

/** Returns the text of a file, without its byte order mark; undefined if it is binary. */
export function textOf(content: Buffer): string | undefined {
  const [first, second] = content
  const isEven = content.length % 2 === 0
  if (isEven && ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))) {
    return withoutMark(content.toString('utf16le'))
  }
  if (isEven && ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))) {
    return withoutMark(Buffer.from(content).swap16().toString('utf16le'))
  }
  if (content.includes(0)) return undefined
  try {
    return withoutMark(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    // Older editors write one byte for each letter. Other control characters than these mean binary content.
    const text = content.toString('latin1')
    return /[^\t\n\r\x20-\xFF]/.test(text) ? undefined : text
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

/** Returns the bags in a text, each once. If none of them is whole, returns the longest, which the reader refuses. */
function bagsIn(text: string): readonly Buffer[] {
  const clean = joinedBytes(unescaped(text))
  // Line breaks are part of most long texts, and a form has spaces where base64 has +.
  const variants = [clean.replace(/\s+/g, ''), clean, clean.trim().replaceAll(' ', '+')]
  const found = variants.flatMap(bagsOnOneLine)
  const whole = found.filter(isWhole)
  if (whole.length > 0) return [...new Map(whole.map((bag) => [bag.toString('latin1'), bag])).values()]
  return found.toSorted((a, b) => b.length - a.length).slice(0, 1)
}

function bagsOnOneLine(text: string): readonly Buffer[] {
  return [
    ...Array.from(text.matchAll(HEX), ([hex]) => Buffer.from(hex, 'hex')),
    ...Array.from(text.matchAll(BASE64), ([base64]) => Buffer.from(base64, 'base64')),
    ...Array.from(text.matchAll(DECIMALS), ([bytes]) => Buffer.from(bytes.split(',').map(Number))),
  ]
}

function unescaped(text: string): string {
  let decoded = text
  for (let i = 0; i < MAX_DECODINGS && /%[0-9a-f]{2}/i.test(decoded); i++) {
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, characterOf)
  }
  return decoded
    .replace(/\\u00([0-9a-f]{2})/gi, characterOf)
    .replaceAll('\\/', '/')
    .replace(/\\[nrt]/g, ' ')
}

function characterOf(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** Joins lists of bytes: `b5:ee`, `0xb5, 0xee`; of decimals, removes spaces, and the indexes that JSON has for an array. */
function joinedBytes(text: string): string {
  return text
    .replace(/\b0x([0-9a-f]{2})\b,?\s*/gi, '$1')
    .replace(/(?<=\b[0-9a-f]{2})[:-](?=[0-9a-f]{2}\b)/gi, '')
    .replace(/(?<=\d),\s+(?=\d)/g, ',')
    .replace(/"\d+"\s*:\s*(?=\d)/g, '')
}

function hasMagic(content: Buffer): boolean {
  return /^(?:b5ee9c72|68ff65f3|acc3a728)$/.test(content.toString('hex', 0, 4))
}

function isWhole(bag: Buffer): boolean {
  try {
    return readBocHeader(bag, { lenient: true }).totalSize === bag.length
  } catch {
    // A part of a bag, or other bytes that begin like one.
    return false
  }
}

function textProblem(text: string): string {
  const plain = text.replace(/\s+/g, '')
  if (/^[[{"]/.test(plain)) return 'JSON that has none in hex or base64'
  const encoding = /^([0-9a-f]{2})+$/i.test(plain)
    ? 'hex'
    : /^[0-9A-Za-z+/_-]+={0,2}$/.test(plain)
      ? 'base64'
      : undefined
  if (encoding === undefined) return 'a text that has none in hex or base64'
  return `in ${encoding}, it begins with ${Buffer.from(plain, encoding).toString('hex', 0, 4)}, not with b5ee9c72`
}
