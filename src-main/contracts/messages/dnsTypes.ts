import type { Slice } from '@ton/core'
import { DNS_RECORD_TAGS } from '#shared/contracts/dnsRecords.ts'
import { addressInt } from './blockTypes.ts'
import {
  bits,
  bits256,
  type DecodedObject,
  type DecodedValue,
  oneOfOpcodes,
  record,
  to,
  type ValueReader,
  type Walk,
} from './valueReader.ts'

// DNSRecord of TEP-81.

function loadChunks(slice: Slice, walk: Walk, left: number): DecodedObject {
  if (left === 0) return { '@type': 'text_chunk_empty' }
  const length = slice.loadUint(8)
  const data = bits(length * 8)(slice, walk)
  const next: DecodedValue =
    left === 1
      ? { '@type': 'chunk_ref_empty' }
      : record('chunk_ref', { ref: to((inner) => loadChunks(inner, walk, left - 1)) })(slice, walk)
  return { '@type': 'text_chunk', len: length.toString(), data, next }
}

const text: ValueReader = (slice, walk) => {
  const chunks = slice.loadUint(8)
  return { '@type': 'text', chunks: chunks.toString(), rest: loadChunks(slice, walk, chunks) }
}

/** A list in one slice, each item after a bit that says that there is one. */
function list(nil: string, next: string, item: ValueReader): ValueReader {
  const layout: ValueReader = (slice, walk) =>
    slice.loadBit() ? record(next, { item, next: layout })(slice, walk) : { '@type': nil }
  return layout
}

const protocols = list(
  'proto_list_nil',
  'proto_list_next',
  oneOfOpcodes({ '4854': record('proto_http', {}) }),
)
const capabilities = list(
  'cap_list_nil',
  'cap_list_next',
  oneOfOpcodes({
    '5371': record('cap_method_seqno', {}),
    '71f4': record('cap_method_pubkey', {}),
    '2177': record('cap_is_wallet', {}),
    ff: record('cap_name', { name: text }),
  }),
)

/** `flags:(## 8) {flags <= 1}`, and one more field where they are 1. */
function flagged(
  fields: Record<string, ValueReader>,
  name: string,
  more: string,
  layout: ValueReader,
): ValueReader {
  const begin = record(name, fields)
  return (slice, walk) => {
    const decoded = begin(slice, walk) as DecodedObject
    const flags = slice.loadUint(8)
    if (flags > 1) throw new Error('flags of a DNS record')
    return { ...decoded, flags: flags.toString(), ...(flags === 1 && { [more]: layout(slice, walk) }) }
  }
}

/** Tags have 16 bits: four digits. */
const tagText = (tag: number) => tag.toString(16).padStart(4, '0')

export const dnsRecord = oneOfOpcodes({
  [tagText(DNS_RECORD_TAGS.text)]: record('dns_text', { '': text }),
  [tagText(DNS_RECORD_TAGS.nextResolver)]: record('dns_next_resolver', { resolver: addressInt }),
  [tagText(DNS_RECORD_TAGS.adnlAddress)]: flagged(
    { adnl_addr: bits256 },
    'dns_adnl_address',
    'proto_list',
    protocols,
  ),
  [tagText(DNS_RECORD_TAGS.smcAddress)]: flagged(
    { smc_addr: addressInt },
    'dns_smc_address',
    'cap_list',
    capabilities,
  ),
  [tagText(DNS_RECORD_TAGS.storageAddress)]: record('dns_storage_address', { bag_id: bits256 }),
})
