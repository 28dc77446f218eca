import type { Cell } from '@ton/core'
import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import { DNS_RECORD_TAGS } from '#shared/contracts/dnsRecords.ts'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf } from '../details.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** Changed and deleted records of domains, and renewed domains (TEP-81, docs/actions §10). */

const CHANGE = opcodeOf(DNS, 'change_dns_record')
const BOUNCE = opcodeOf(BASIC_MESSAGES, 'bounce')

type DnsChange = {
  readonly source: string | null
  readonly domain: string | null
  readonly collection: string | null
  /** 64 hexadecimal digits. */
  readonly key: string
  readonly value: JsonObject | undefined
}

const base = ({ source, domain, collection }: DnsChange) => ({
  source,
  destination: domain,
  asset: collection,
})

const changeDns: ActionKind<DnsChange> = {
  block: 'change_dns',
  fields: (change) => ({
    ...base(change),
    change_dns_record_data: { key: change.key, value: change.value ?? null },
  }),
}
const deleteDns: ActionKind<DnsChange> = {
  block: 'delete_dns',
  fields: (change) => ({ ...base(change), change_dns_record_data: { key: change.key } }),
}
const renewDns: ActionKind<DnsChange> = { block: 'renew_dns', fields: base }

/** For an unknown item the collection is null; the reference then fails for the whole trace. */
export const dnsRecordRule: Rule = {
  name: 'DNS record',
  pattern: call(CHANGE, { child: call(BOUNCE, { optional: true }) }),
  build({ anchor }, { facts }) {
    const { source, destination: domain } = anchor.ownMessage
    const slice = fieldsOf(anchor.ownMessage).skip(64)
    const key = slice.loadBuffer(32).toString('hex')
    const value = slice.remainingRefs > 0 ? recordValue(slice.loadRef()) : undefined
    const collection = (domain === null ? undefined : facts.nftItem(domain))?.collection ?? null
    const kind = value ? changeDns : /^0+$/.test(key) ? renewDns : deleteDns
    return built(kind, { source, domain, collection, key, value }, { failed: anchor.failed })
  },
}

const NO_VALUE = {
  dns_smc_address: null,
  dns_adnl_address: null,
  dns_text: null,
  dns_next_resolver_address: null,
  dns_storage_address: null,
  flags: null,
}

/**
 * Reads a record. As the reference does, throws for another layout than its tag's, and for a text of several chunks.
 */
function recordValue(cell: Cell): JsonObject {
  const slice = cell.beginParse()
  switch (slice.loadUint(16)) {
    case DNS_RECORD_TAGS.nextResolver:
      return { sum_type: 'DNSNextResolver', ...NO_VALUE, dns_next_resolver_address: readAddress(slice) }
    case DNS_RECORD_TAGS.adnlAddress: {
      const adnl = slice.loadBuffer(32).toString('hex')
      return { sum_type: 'DNSAdnlAddress', ...NO_VALUE, dns_adnl_address: adnl, flags: slice.loadUint(8) }
    }
    case DNS_RECORD_TAGS.smcAddress: {
      const account = readAddress(slice)
      return { sum_type: 'DNSSmcAddress', ...NO_VALUE, dns_smc_address: account, flags: slice.loadUint(8) }
    }
    case DNS_RECORD_TAGS.storageAddress: {
      const bag = slice.loadBuffer(32).toString('hex')
      return { sum_type: 'DNSStorageAddress', ...NO_VALUE, dns_storage_address: bag }
    }
    case DNS_RECORD_TAGS.text: {
      if (slice.loadUint(8) !== 1) throw new Error('a text of several chunks')
      const text = slice.loadBuffer(slice.loadUint(8)).toString('utf8')
      // The reference serves a text as the storage address.
      return { sum_type: 'DNSText', ...NO_VALUE, dns_storage_address: text }
    }
    default:
      return { sum_type: 'Unknown', ...NO_VALUE }
  }
}

type Row = Parameters<NonNullable<ActionType['details']>>[0]

const baseDetails = (row: Row) => ({
  source: row.source ?? null,
  asset: row.destination ?? null,
  nft_collection: row.asset ?? null,
})

export const DNS_RECORD_TYPES: readonly ActionType[] = [
  {
    name: 'change_dns',
    since: 'v1',
    groups: ['dns', 'dns.v2'],
    details(row) {
      const { key, value } = dataOf(row.change_dns_record_data)
      return { key: key ?? null, value: value ?? null, ...baseDetails(row) }
    },
  },
  {
    name: 'delete_dns',
    since: 'v1',
    groups: ['dns', 'dns.v2'],
    details: (row) => ({ hash: dataOf(row.change_dns_record_data).key ?? null, ...baseDetails(row) }),
  },
  { name: 'renew_dns', since: 'v1', groups: ['dns', 'dns.v2'], details: baseDetails },
]
