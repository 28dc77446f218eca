import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { type DnsRecord, findDnsRecords } from '../../../store/queries/dnsRecords.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { dnsRecordJson } from '../render/dnsJson.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { ifComplete, isFullyIndexed } from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { type HintedList, ifChainVerifiedOrHinted } from './hintedList.ts'
import { isVerified, missingContracts } from './tokenCompleteness.ts'
import { stdAddress } from './values.ts'
import { MAX_KNOWN } from './watchedOwner.ts'

/** Names of the root collections; subdomains have no rows. */
const ROOT_DOMAIN = /^[^.\0]+\.(ton|t\.me)$/

export function readDnsRecords(
  { wallet, domain, limit, offset }: V3Values<'dns/records'>,
  context: ReadContext,
): Outcome {
  const { reader } = context
  const page = { limit, offset }
  if (wallet !== undefined) {
    const address = stdAddress(wallet)
    const records = (items?: readonly StdAddress[], part = page) =>
      address ? findDnsRecords(reader, { wallet: address, items }, part) : []
    const all = { limit: MAX_KNOWN, offset: 0 }
    const hinted: HintedList = {
      list: 'domainsOfWallet',
      account: address,
      known: () => records(undefined, all).map(({ item }) => item),
      belonging: (contracts) => records(contracts, all).map(({ item }) => item),
      answer: (contracts) => recordsAnswer(context, records(contracts)),
    }
    return ifChainVerifiedOrHinted(context, hinted, () => recordsAnswer(context, records()))
  }
  if (domain === undefined || !ROOT_DOMAIN.test(domain)) return recordsAnswer(context, [])
  const records = findDnsRecords(reader, { domain }, page)
  return ifComplete(context, domainNeeds(context, domain, records), () => recordsAnswer(context, records))
}

/** A domain is known if its item is, or if all items are. */
function domainNeeds(context: ReadContext, domain: string, records: readonly DnsRecord[]) {
  if (isFullyIndexed(context) && isVerified(context)) return []
  const items = records.map(({ item }) => item)
  const isKnown = items.length > 0 && missingContracts(context, items).length === 0
  return isKnown ? [] : [{ kind: 'domain', domain } as const]
}

function recordsAnswer(context: ReadContext, records: readonly DnsRecord[]): Outcome {
  const parties = records.flatMap(({ item, owner, wallet }) => [item, owner ?? [], wallet ?? []].flat())
  return withDetails(context, { parties }, () =>
    found({
      records: deferred(list(dnsRecordJson), records, undefined),
      address_book: addressBookJson(context, parties),
    }),
  )
}
