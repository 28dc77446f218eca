import { beginCell, type Cell } from '@ton/core'
import { DNS_CATEGORY_NAMES, type DnsRecord, readDnsRecords } from '../../../contracts/dnsRecord.ts'
import type { DetectedDnsEntry } from '../../../store/detectedTokens.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { stdAddressOf } from '../../stdAddress.ts'
import { intValue } from '../contract.ts'
import type { Detector } from '../detector.ts'

const SELF = { type: 'slice', cell: beginCell().storeUint(0, 8).endCell() } as const
const SELF_BITS = 8n
const MAX_FLAGS = 1

/** A domain (TEP-81): an item of a zone's collection that resolves itself. */
export const dnsEntry: Detector = {
  methods: [['get_nft_data', 'dnsresolve']],
  async detect(contract, { found }) {
    const item = found.find((facts) => facts.kind === 'nft_item')
    const domain = item?.content?.domain
    if (!item || domain === undefined) throw new ResultShapeError()
    const results = await contract.results('dnsresolve', 2, [SELF, intValue(0n)])
    if (results.number(0) !== SELF_BITS) throw new ResultShapeError()
    return { kind: 'dns_entry', owner: item.owner, domain, ...recordsIn(results.maybeCell(1)) }
  },
}

type Records = Pick<DetectedDnsEntry, 'nextResolver' | 'wallet' | 'siteAdnl' | 'storageBagId'>

function recordsIn(cell: Cell | undefined): Records {
  const records = new Map<string, DnsRecord>()
  for (const { category, record } of cell ? readDnsRecords(cell) : []) {
    const name = DNS_CATEGORY_NAMES.get(category.toString('hex'))
    if (name !== undefined) records.set(name, record)
  }
  const [wallet, site] = [records.get('wallet'), records.get('site')]
  const [storage, resolver] = [records.get('storage'), records.get('dns_next_resolver')]
  return {
    wallet: wallet?.type === 'contract' && hasKnownFlags(wallet) ? stdAddressOf(wallet.address) : undefined,
    siteAdnl: site?.type === 'adnl' && hasKnownFlags(site) ? site.address : undefined,
    storageBagId: storage?.type === 'storage' ? storage.bagId : undefined,
    nextResolver: resolver?.type === 'next-resolver' ? stdAddressOf(resolver.resolver) : undefined,
  }
}

function hasKnownFlags({ flags }: { readonly flags: number | undefined }): boolean {
  return flags !== undefined && flags <= MAX_FLAGS
}
