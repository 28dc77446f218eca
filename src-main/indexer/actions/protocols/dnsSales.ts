import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { blockWhere, call, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { isDomain } from './marketplaces.ts'

/** Domains that are released for an auction, and bought at it (docs/actions §10). */

const RELEASE = opcodeOf(DNS, 'dns_balance_release')
const FILL_UP = opcodeOf(DNS, 'auction_fill_up')

type DomainSale = {
  readonly queryId: bigint | null
  /** The account that released the domain, or the domain that pays its zone. */
  readonly source: string | null
  /** The domain, or its buyer. */
  readonly destination: string | null
  readonly item: string
  readonly collection: string | null
  readonly index: bigint | undefined
  /** Nanoton. */
  readonly value: bigint | null
}

const data = ({ queryId, index }: DomainSale) => ({
  query_id: decimal(queryId),
  nft_item_index: decimal(index),
})

const dnsRelease: ActionKind<DomainSale> = {
  block: 'dns_release',
  fields: (sale) => ({
    source: sale.source,
    destination: sale.destination,
    asset: sale.collection,
    asset_secondary: sale.item,
    value: sale.value,
    dns_release_data: data(sale),
  }),
}

const dnsPurchase: ActionKind<DomainSale> = {
  block: 'dns_purchase',
  fields: (sale) => ({
    source: sale.source,
    destination: sale.destination,
    asset: sale.collection,
    asset_secondary: sale.item,
    nft_transfer_data: {
      ...data(sale),
      price: decimal(sale.value),
      payout_amount: decimal(sale.value),
    },
  }),
}

function queryIdOf(message: TraceMessage): bigint | null {
  const slice = fieldsOf(message)
  return slice.remainingBits >= 64 ? slice.loadUintBig(64) : null
}

export const dnsReleaseRule: Rule = {
  name: 'DNS release',
  pattern: where(call(RELEASE), ({ message }, { facts }) => isDomain(message?.destination, facts)),
  build({ anchor }, { facts }) {
    const { source, destination, value } = anchor.ownMessage
    if (destination === null) return undefined
    const known = facts.nftItem(destination)
    return built(
      dnsRelease,
      {
        queryId: queryIdOf(anchor.ownMessage),
        source,
        destination,
        item: destination,
        collection: known?.collection ?? null,
        index: known?.index,
        value,
      },
      { failed: anchor.failed },
    )
  },
}

/**
 * The first call after an auction makes the domain pay the highest bid to its zone. The block contains only that
 * payment.
 */
export const dnsPurchaseRule: Rule = {
  name: 'DNS purchase',
  pattern: where(
    call(FILL_UP, { parent: blockWhere(({ type }) => type === 'call_contract', { name: 'call' }) }),
    ({ message }, { facts }) => isDomain(message?.source, facts),
  ),
  build(match, { facts }) {
    const { anchor } = match
    const { source: item, value } = anchor.ownMessage
    if (item === null) return undefined
    const known = facts.nftItem(item)
    return built(
      dnsPurchase,
      {
        queryId: queryIdOf(anchor.ownMessage),
        source: item,
        destination: match.get('call')?.ownMessage.source ?? null,
        item,
        collection: known?.collection ?? null,
        index: known?.index,
        value,
      },
      { failed: anchor.failed, blocks: [anchor] },
    )
  },
}

export const DNS_SALE_TYPES: readonly ActionType[] = [
  {
    name: 'dns_release',
    since: 'v3',
    groups: ['nft.v3', 'dns', 'dns.v2'],
    details(row) {
      const { query_id, nft_item_index } = dataOf(row.dns_release_data)
      return {
        query_id: query_id ?? null,
        source: row.source ?? null,
        nft_item: row.asset_secondary ?? null,
        nft_collection: row.asset ?? null,
        nft_item_index: nft_item_index ?? null,
        value: decimal(row.value),
      }
    },
  },
  {
    name: 'dns_purchase',
    since: 'v3',
    groups: ['nft.v3', 'dns', 'dns.v2'],
    details(row) {
      const { query_id, nft_item_index, price, payout_amount } = dataOf(row.nft_transfer_data)
      return {
        nft_collection: row.asset ?? null,
        nft_item: row.asset_secondary ?? null,
        nft_item_index: nft_item_index ?? null,
        new_owner: row.destination ?? null,
        price: price ?? null,
        query_id: query_id ?? null,
        payout_amount: payout_amount ?? null,
      }
    },
  },
]
