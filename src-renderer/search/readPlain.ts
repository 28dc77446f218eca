import { formatFriendlyAddress, formatRawAddress, hasFriendlyForm, readAddress } from '#shared/ton/address.ts'
import { base64ToBytes } from '#shared/ton/base64.ts'
import { hashToHex, parseHash } from '#shared/ton/hash.ts'
import { FULL_SHARD, isShard, shardFromSigned } from '#shared/ton/shard.ts'
import type { BlockId } from '../api/blockId.ts'
import { addressFaultText } from '../decode/addressFault.ts'

/** A meaning of a query. Hashes are in lower-case hexadecimal. */
export type ParsedQuery =
  | { readonly kind: 'account'; readonly address: string }
  | {
      readonly kind: 'block'
      readonly blockId: BlockId
      readonly rootHash?: string
      readonly fileHash?: string
    }
  | { readonly kind: 'hash'; readonly hash: string }
  | {
      readonly kind: 'transaction'
      readonly lt: string
      readonly hash: string
      /** Without an address, the block must be searched by its lt first. */
      readonly address?: string
    }
  /** The transaction of an account at a logical time; its hash must be read. */
  | { readonly kind: 'transactionAt'; readonly address: string; readonly lt: string }
  /** Unix seconds. */
  | { readonly kind: 'time'; readonly utime: number }
  | { readonly kind: 'name'; readonly name: string }
  /** A bag of cells in base64, and its number of cells. */
  | { readonly kind: 'boc'; readonly boc: string; readonly cells: number }
  /** `0x` and eight hexadecimal digits in lower case. */
  | { readonly kind: 'opcode'; readonly opcode: string }
  /** A malformed address, hash or the like, with a sentence about its fault. */
  | { readonly kind: 'fault'; readonly sentence: string }

const MAX_INT32 = 2 ** 31 - 1
/** TON did not exist before this time, so that a smaller number is only a seqno. */
const FIRST_TIME = 1_500_000_000
/** A larger number before a colon is a logical time and not a workchain. */
const MAX_WORKCHAIN = 127
const FRIENDLY_LENGTH = 48

function readAccount(text: string): ParsedQuery | undefined {
  const reading = readAddress(text)
  if (reading.kind === 'address') {
    const { address } = reading
    const written = hasFriendlyForm(address) ? formatFriendlyAddress(address) : formatRawAddress(address)
    return { kind: 'account', address: written }
  }
  const isMeant = text.length === FRIENDLY_LENGTH || /^-?\d{1,3}:[0-9a-f]{32,}$/i.test(text)
  const isTelling = ['checksum', 'tag', 'hash'].includes(reading.fault)
  return isMeant && isTelling ? { kind: 'fault', sentence: addressFaultText(reading.fault, text) } : undefined
}

/** Reads an address with missing or additional characters: it begins like an address but has another length. */
function readCutAccount(text: string): ParsedQuery | undefined {
  if (!/^(?:[EUk0][Qf])[\w+/-]{20,}$/.test(text) || text.length === FRIENDLY_LENGTH) return undefined
  return {
    kind: 'fault',
    sentence: `An address has ${FRIENDLY_LENGTH} characters; this one has ${text.length}`,
  }
}

/** Reads a hash like `parseHash`, and also after `0x` and in base64 of either alphabet with or without padding. */
function hashOf(text: string): Uint8Array | undefined {
  const known = parseHash(text.replace(/^0x(?=[0-9a-f]{64}$)/i, ''))
  if (known || !/^[\w+/-]{43}=?$/.test(text)) return known
  const bytes = base64ToBytes(text, 'mixed')
  return bytes?.length === 32 ? bytes : undefined
}

/** Reads a hash with missing or additional hexadecimal digits. */
function readCutHash(text: string): ParsedQuery | undefined {
  const digits = /^(?:0x)?([0-9a-f]{40,})$/i.exec(text)?.[1]?.length
  return digits === undefined
    ? undefined
    : { kind: 'fault', sentence: `A hash has 64 hexadecimal digits; this one has ${digits}` }
}

function readShard(text: string): bigint | undefined {
  const digits = text.replace(/^0x/i, '')
  const isHex = /^[0-9a-f]{16}$/i.test(digits)
  if (!isHex && !/^-?\d{17,20}$/.test(digits)) return undefined
  const value = BigInt(isHex ? `0x${digits}` : digits)
  const shard = value < 0n ? shardFromSigned(value) : value
  return isShard(shard) ? shard : undefined
}

/** Brackets around the first three parts or all five. */
const BLOCK_ID =
  /^[([]?\s*(-?\d{1,10})[\s,:;/]+((?:0x|-)?[0-9a-f]{16,20})[\s,:;/]+(\d{1,10})\s*[)\]]?(?:[\s,:;]+([0-9a-z+/=_-]{43,64})[\s,:;]+([0-9a-z+/=_-]{43,64})\s*[)\]]?)?$/i

function readBlockId(text: string): ParsedQuery | undefined {
  const match = BLOCK_ID.exec(text)
  if (!match) return undefined
  const [, workchain, shardText = '', seqno, root, file] = match
  const shard = readShard(shardText)
  if (shard === undefined) return { kind: 'fault', sentence: `${shardText} is not a shard prefix` }
  const blockId = { workchain: Number(workchain), shard, seqno: Number(seqno) }
  const rootHash = root && hashOf(root)
  const fileHash = file && hashOf(file)
  return rootHash && fileHash
    ? { kind: 'block', blockId, rootHash: hashToHex(rootHash), fileHash: hashToHex(fileHash) }
    : { kind: 'block', blockId }
}

function readHash(text: string): ParsedQuery | undefined {
  const hash = hashOf(text)
  return hash && { kind: 'hash', hash: hashToHex(hash) }
}

const RAW_ADDRESS = /(?<![\w-])-?\d{1,3}:[0-9a-f]{64}(?!\w)/i

/** Tonwhales joins both with an underscore, which base64url has too. */
const LT_BEFORE_HASH = /(?<=^|[\s,:;])(\d{1,20})_(?=[\w+/=-]{43,64}$)/

/** Reads `lt:hash`, or these with an account before or after them, also with commas or spaces. */
function readTransaction(given: string): ParsedQuery | undefined {
  const text = given.replace(LT_BEFORE_HASH, '$1:')
  const raw = RAW_ADDRESS.exec(text)?.[0]
  const rest = raw !== undefined && text !== raw ? text.replace(raw, ' ') : text
  const parts = rest.split(/[\s,:;]+/).filter(Boolean)
  const lt = parts.find((part) => /^\d{1,20}$/.test(part))
  const hashes = parts.map(hashOf).filter((hash) => hash !== undefined)
  const [hash] = hashes
  if (lt === undefined || !hash || hashes.length !== 1) return undefined
  const named = [raw, ...parts].map((part) => (part === undefined ? undefined : readAccount(part)))
  const account = named.find((reading) => reading?.kind === 'account')
  if (account?.kind === 'account' && parts.length === (raw === undefined ? 3 : 2)) {
    return { kind: 'transaction', lt, hash: hashToHex(hash), address: account.address }
  }
  const isBare = raw === undefined && parts.length === 2 && parts[0] === lt
  return isBare ? { kind: 'transaction', lt, hash: hashToHex(hash) } : undefined
}

function isWorkchain(text: string): boolean {
  return Math.abs(Number(text.split(':', 1)[0])) <= MAX_WORKCHAIN
}

/** Reads a masterchain seqno, also grouped and after `#` or "block", and a Unix time. */
export function readNumber(text: string): ParsedQuery[] {
  const digits = text
    .replace(/^(?:(?:masterchain\s+)?(?:block|seqno)\s+)?#?/i, '')
    .replace(/(?<=\d)[\s_',](?=\d{3}\b)/g, '')
  if (!/^\d{1,10}$/.test(digits)) return []
  const value = Number(digits)
  const readings: ParsedQuery[] = []
  if (value > 0 && value <= MAX_INT32) {
    readings.push({ kind: 'block', blockId: { workchain: -1, shard: FULL_SHARD, seqno: value } })
  }
  if (value >= FIRST_TIME) readings.push({ kind: 'time', utime: value })
  return readings
}

function readTime(text: string): ParsedQuery | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)) {
    return undefined
  }
  const milliseconds = Date.parse(text.replace(' ', 'T'))
  if (Number.isNaN(milliseconds)) return { kind: 'fault', sentence: `${text} is not a valid date` }
  return { kind: 'time', utime: Math.floor(milliseconds / 1000) }
}

/** Reads a domain. Names of Telegram users can have underscores. */
export function readName(text: string): ParsedQuery | undefined {
  return /^[\w-]{1,126}(?:\.[\w-]{1,126})*\.(?:ton|t\.me)$/i.test(text)
    ? { kind: 'name', name: text.toLowerCase() }
    : undefined
}

/** Reads an opcode: with fewer digits it is a number. */
function readOpcode(text: string): ParsedQuery | undefined {
  return /^0x[0-9a-f]{8}$/i.test(text) ? { kind: 'opcode', opcode: text.toLowerCase() } : undefined
}

/** Reads any text except links. A part of a link can have the same forms. */
export function readPlain(given: string): ParsedQuery[] {
  const text = given.replace(/\s*:\s*/g, ':').replace(/^(-?\d{1,3}):0x/i, '$1:')
  const single =
    readBlockId(text) ??
    readHash(text) ??
    (isWorkchain(text) || !text.includes(':') ? readAccount(text) : undefined) ??
    readTransaction(text) ??
    readCutAccount(text) ??
    readCutHash(text) ??
    readOpcode(text) ??
    readTime(text) ??
    readName(text)
  return single ? [single] : readNumber(text)
}
