import type { Address, Cell, Slice } from '@ton/core'
import { DNS_CATEGORIES, DNS_RECORD_TAGS } from '#shared/contracts/dnsRecords.ts'
import { TypedError } from '#shared/typedError.ts'
import { loadMsgAddressInt, stdAccountOf } from '../chain/block/msgAddress.ts'
import { type HashmapCodec, HashmapE } from '../chain/hashmap/hashmap.ts'
import { firstEntries, leafCodec } from './firstEntries.ts'

// dns_text#1eda _:Text = DNSRecord;
// dns_next_resolver#ba93 resolver:MsgAddressInt = DNSRecord;
// dns_adnl_address#ad01 adnl_addr:bits256 flags:(## 8) { flags <= 1 } proto_list:flags . 0?ProtoList = DNSRecord;
// dns_smc_address#9fd3 smc_addr:MsgAddressInt flags:(## 8) { flags <= 1 } cap_list:flags . 0?SmcCapList
//   = DNSRecord;
// dns_storage_address#7473 bag_id:bits256 = DNSRecord;
// text#_ chunks:(## 8) rest:(TextChunks chunks) = Text;
// text_chunk$_ {n:#} len:(## 8) data:(bits (len * 8)) next:(TextChunkRef n) = TextChunks (n + 1);

export type DnsRecord =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'next-resolver'; readonly resolver: Address }
  /** `flags` is undefined where the record ends before it. */
  | { readonly type: 'adnl'; readonly address: Buffer; readonly flags: number | undefined }
  | { readonly type: 'contract'; readonly address: Address; readonly flags: number | undefined }
  | { readonly type: 'storage'; readonly bagId: Buffer }

/**
 * Reads a record. Returns undefined for an unknown kind of record, and for an address that is not an addr_std.
 * Ignores flags and lists after an address, as the reference does.
 */
export function readDnsRecord(cell: Cell): DnsRecord | undefined {
  try {
    return cell.isExotic ? undefined : loadRecord(cell.beginParse())
  } catch (error) {
    // Slices throw plain errors at their end, and the record can contain anything.
    if (error instanceof Error) return undefined
    throw error
  }
}

function loadRecord(slice: Slice): DnsRecord | undefined {
  switch (slice.loadUint(16)) {
    case DNS_RECORD_TAGS.text:
      return { type: 'text', text: loadText(slice) }
    case DNS_RECORD_TAGS.nextResolver: {
      const resolver = stdAccountOf(loadMsgAddressInt(slice))
      return resolver ? { type: 'next-resolver', resolver } : undefined
    }
    case DNS_RECORD_TAGS.adnlAddress:
      return { type: 'adnl', address: slice.loadBuffer(32), flags: loadFlags(slice) }
    case DNS_RECORD_TAGS.smcAddress: {
      const address = stdAccountOf(loadMsgAddressInt(slice))
      return address ? { type: 'contract', address, flags: loadFlags(slice) } : undefined
    }
    case DNS_RECORD_TAGS.storageAddress:
      return { type: 'storage', bagId: slice.loadBuffer(32) }
  }
  return undefined
}

function loadFlags(slice: Slice): number | undefined {
  return slice.remainingBits >= 8 ? slice.loadUint(8) : undefined
}

function loadText(start: Slice): string {
  const chunks = start.loadUint(8)
  const parts: Buffer[] = []
  let slice = start
  for (let left = chunks; left > 0; left--) {
    parts.push(slice.loadBuffer(slice.loadUint(8)))
    if (left > 1) slice = slice.loadRef().beginParse()
  }
  return Buffer.concat(parts).toString('utf8')
}

const RECORDS: HashmapCodec<Slice> = leafCodec('DNS records', 256)

/** More are not looked at. */
const MAX_RECORDS = 1_024

/** The records of a domain by category (SHA-256 of its name); those that can't be read are left out. */
export function readDnsRecords(
  root: Cell,
): readonly { readonly category: Buffer; readonly record: DnsRecord }[] {
  try {
    return firstEntries(new HashmapE(RECORDS, root), MAX_RECORDS).flatMap(({ key, value }) => {
      const isReference = value.remainingBits === 0 && value.remainingRefs === 1
      const record = isReference ? readDnsRecord(value.loadRef()) : undefined
      return record ? [{ category: key, record }] : []
    })
  } catch (error) {
    if (error instanceof Error) return []
    throw error
  }
}

/** SHA-256 of `dns_next_resolver`. */
export const NEXT_RESOLVER_CATEGORY = Buffer.from(DNS_CATEGORIES.dns_next_resolver, 'hex')

/** Names of the categories that have one in answers, by the SHA-256 of the name (hexadecimal). */
export const DNS_CATEGORY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(DNS_CATEGORIES).map(([name, hash]) => [hash, name]),
)

export class DomainError extends TypedError {
  constructor(reason: string) {
    super('domain', reason)
  }
}

const MAX_NAME_LENGTH = 128
const MAX_ENCODED_BYTES = 127

/**
 * The form of a domain that resolvers take: labels from the last to the first, each with a zero byte after it, and a
 * zero byte in front (TEP-81). @throws DomainError when it is too long
 */
export function encodeDomain(name: string): Buffer {
  if (name.length > MAX_NAME_LENGTH) throw new DomainError('Name is too long')
  const labels = name.split('.').filter((label) => label !== '')
  const encoded = Buffer.from(['', ...labels.reverse()].map((label) => `${label}\0`).join(''), 'utf8')
  if (encoded.length > MAX_ENCODED_BYTES) throw new DomainError('Name is too long')
  return encoded
}

/** Reads a part of a domain's encoded form; returns it with a dot at its end, and nothing for a part without labels. */
export function decodeDomain(encoded: Buffer): string {
  const labels = encoded
    .toString('utf8')
    .split('\0')
    .filter((label) => label !== '')
  return labels
    .reverse()
    .map((label) => `${label}.`)
    .join('')
}
