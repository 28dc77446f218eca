import { readAddress } from '#shared/ton/address.ts'
import { percentDecoded } from './pastedText.ts'
import {
  type Fields,
  firstOf,
  hasAccount,
  hasHash,
  readAnyField,
  readDistinct,
  readFields,
} from './readFields.ts'
import { type ParsedQuery, readName, readPlain } from './readPlain.ts'

/** Path segments before the seqno of a masterchain block. */
const BLOCK_WORDS = new Set(['block', 'blocks', 'b', 'seqno', 'masterchain'])
const TELEGRAM_USER = /^[a-z]\w{3,31}$/i
const ADDRESS_LENGTH = 48
/** Lengths of an address, and of a hash with and without padding, in base64. */
const BASE64_LENGTHS = [ADDRESS_LENGTH, 44, 43]

/** Maximum length of a path, or of its beginning, in which such parts are searched. */
const MAX_SLASHED = 300

/** The parts of a link, still percent-encoded. */
export type Link = {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** Not `URL`, which changes paths and cannot read the host of other schemes everywhere. */
const LINK = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#\s]*)([^?#\s]*)(?:\?([^#\s]*))?(?:#(\S*))?$/i
const BARE_HOST = /^(?:localhost|[\w.-]+\.[a-z]{2,})(?::\d+)?$/i

/** Returns the parts of a text that is a link, also without scheme or host. */
export function parseLink(text: string): Link | undefined {
  const match = LINK.exec(text.replace(/^ton:(?!\/\/)/i, 'ton://'))
  if (!match) return undefined
  const [, scheme, host = '', path = '', query = '', fragment = ''] = match
  const isLink = scheme !== undefined || ((host === '' || BARE_HOST.test(host)) && path !== '')
  return isLink ? { scheme: scheme ?? 'https', host, path, query, fragment } : undefined
}

/** Reads the parameters of a query. A `+` is a character of base64 here, and not a space. */
function parametersOf(query: string): Fields {
  const fields = new Map<string, string>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    if (at > 0)
      fields.set(percentDecoded(pair.slice(0, at)).toLowerCase(), percentDecoded(pair.slice(at + 1)))
  }
  return fields
}

/**
 * Returns the parts of a path that can be a hash or an address in base64 whose slashes are not encoded: to the
 * end, otherwise of the right length, the last one first.
 */
function slashedParts(path: string): string[] {
  const starts = Array.from(path.slice(0, MAX_SLASHED).matchAll(/\//g), ({ index }) => path.slice(index + 1))
  const whole = starts.filter(({ length }) => length <= MAX_SLASHED)
  const cut = starts.flatMap((rest) =>
    BASE64_LENGTHS.filter((length) => /^[/:]$/.test(rest.charAt(length))).map((length) =>
      rest.slice(0, length),
    ),
  )
  const isMeant = (part: string) => part.length !== ADDRESS_LENGTH || readAddress(part).kind === 'address'
  return [...whole, ...cut.reverse()].filter(isMeant)
}

/** Returns the account of each part, the last one first: an item follows its collection or owner. */
function accountsOf(parts: readonly string[]): ParsedQuery[] {
  const accounts = parts.flatMap(readPlain).filter(({ kind }) => kind === 'account')
  const keys = accounts.map((account) => JSON.stringify(account))
  return accounts.filter((_, i) => keys.indexOf(keys[i] ?? '') === i).reverse()
}

/** Returns the ends of a path with colons between an account, an lt and a hash whose slashes are not encoded. */
function colonedParts(path: string): string[] {
  return Array.from(path.matchAll(/\//g), ({ index }) => path.slice(index + 1))
    .filter(({ length }) => length <= MAX_SLASHED)
    .flatMap((rest) => [rest.replace('/', ':').replace('/', ':'), rest.replace('/', ':')])
}

/** @param encoded a path whose segments can be percent-encoded */
function fromPath(encoded: string): ParsedQuery[] {
  const path = percentDecoded(encoded)
  const segments = encoded.split('/').filter(Boolean).map(percentDecoded)
  const windows = [3, 2].flatMap((size) =>
    segments.slice(0, Math.max(0, segments.length - size + 1)).map((_, i) => segments.slice(i, i + size)),
  )
  const joined = [...windows.map((window) => window.join(':')), ...colonedParts(path)]
    .map(readDistinct)
    .find(([reading]) => reading?.kind === 'transaction' || reading?.kind === 'block')
  if (joined) return joined
  const words = segments.filter((segment) => !/^\d+$/.test(segment) && !BLOCK_WORDS.has(segment))
  const parts = [...words, ...slashedParts(path)]
  const [first, ...others] = parts.map(readDistinct).find(({ length }) => length > 0) ?? []
  if (first) return first.kind === 'account' ? accountsOf(parts) : [first, ...others]
  const seqnos = segments.filter((_, i) => BLOCK_WORDS.has(segments[i - 1] ?? ''))
  return firstOf([...words, ...seqnos])
}

/** Reads the name of a site in the network, or of a Telegram user. */
function fromHost({ host, path }: Link): ParsedQuery[] {
  const [user = ''] = path.split('/').filter(Boolean)
  const isUser = /^(?:www\.)?(?:t|telegram)\.me$/i.test(host) && TELEGRAM_USER.test(user)
  const name = readName(isUser ? `${user}.t.me` : host.replace(/:\d+$/, ''))
  return name ? [name] : []
}

/** Adds the account and the hash of a path to parameters with an lt that lack them: together they are a transaction. */
function withPath(fields: Fields, path: string): Fields {
  if (!fields.has('lt')) return fields
  const [reading] = fromPath(path)
  if (reading?.kind === 'hash' && !hasHash(fields)) return new Map([...fields, ['hash', reading.hash]])
  if (reading?.kind === 'account' && !hasAccount(fields))
    return new Map([...fields, ['account', reading.address]])
  return fields
}

/** Reads a fragment: a name, or the path and query of a page that a script shows. */
function fromFragment(fragment: string): ParsedQuery[] {
  if (fragment === '') return []
  const [path = '', query = ''] = fragment.split('?', 2)
  const whole = path.startsWith('/') ? path : `/${path}`
  const fields = withPath(parametersOf(query), whole)
  return fields.has('lt') ? readFields(fields) : fromPath(whole).concat(readFields(fields))
}

/**
 * Reads the objects of a link to any explorer, API or wallet, or to Tonscope, also without host. The host is
 * ignored, since explorers change.
 */
export function readLink(text: string): ParsedQuery[] {
  const link = parseLink(text)
  if (!link) return []
  const { scheme, host, path, query, fragment } = link
  const parameters = parametersOf(query)
  // In `ton://transfer/EQ…` and `tonscope://account/…` the first segment has the position of a host.
  const whole = /^https?$/i.test(scheme) ? path : `/${host}${path}`
  const readers = [
    () => readFields(withPath(parameters, whole)),
    () => fromPath(whole),
    () => readAnyField(parameters),
    () => fromFragment(fragment),
    () => fromHost(link),
  ]
  for (const read of readers) {
    const readings = read()
    if (readings.length > 0) return readings
  }
  return []
}
