import { z } from 'zod'
import { optional } from '../parameter.ts'
import { addressText, BOOK, hashText } from './common.ts'
import { address, plainText } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { pageOf } from './page.ts'

/** Domains: compatibility-v3 §8.1. */

export const dnsRecord = z
  .strictObject({
    nft_item_address: addressText,
    nft_item_owner: addressText.nullable(),
    domain: z.string().meta({ description: 'Full name', examples: ['foundation.ton'] }),
    dns_next_resolver: addressText.nullable(),
    dns_wallet: addressText.nullable(),
    dns_site_adnl: hashText.nullable(),
    dns_storage_bag_id: hashText.nullable(),
  })
  .meta({ id: 'DNSRecord' })
/** The records of a domain. */
export type DnsRecordJson = z.infer<typeof dnsRecord>

/** The default of `limit`, as in the reference server. */
const DEFAULT_LIMIT = 100

export const dnsRecords = defineV3Operation({
  name: 'dns/records',
  category: 'dns',
  summary: 'Domains by the wallet that they point to, or by name',
  parameters: {
    wallet: optional(address, { description: 'Domains whose wallet record is this account' }),
    domain: optional(plainText, { description: 'Full name of a domain' }),
    ...pageOf(DEFAULT_LIMIT),
  },
  check: ({ wallet, domain }) => {
    if (wallet === undefined && !domain) return 'either wallet address or domain is required'
    return wallet !== undefined && domain ? 'provide either wallet address or domain, not both' : undefined
  },
  result: z.strictObject({ records: z.array(dnsRecord), ...BOOK }).meta({ id: 'DNSRecordsResponse' }),
})
