import type { DnsRecordJson } from '#shared/schema/v3/dns.ts'
import type { DnsRecord } from '../../../store/queries/dnsRecords.ts'
import { address, field, hash, nullable, object, text } from './jsonWriter.ts'

/** compatibility-v3 §8.1. */
export const dnsRecordJson = object<DnsRecord, DnsRecordJson>({
  nft_item_address: field(address, ({ item }) => item),
  nft_item_owner: nullable(address, ({ owner }) => owner),
  domain: field(text(), ({ domain }) => domain),
  dns_next_resolver: nullable(address, ({ nextResolver }) => nextResolver),
  dns_wallet: nullable(address, ({ wallet }) => wallet),
  dns_site_adnl: nullable(hash, ({ siteAdnl }) => siteAdnl),
  dns_storage_bag_id: nullable(hash, ({ storageBagId }) => storageBagId),
})
