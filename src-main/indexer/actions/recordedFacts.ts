import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { FactsSource, NftAuctionFacts, NftSaleFacts } from './factsSource.ts'

/**
 * Facts that later transactions change (last bid, seller, owner, storage), with the values of a trace's first
 * classification. They are stored with the trace as JSON and used when it is classified again, as long as the
 * contract is still verified.
 */
export type RecordedFacts = {
  readonly facts: FactsSource
  /** Returns the used facts as JSON for action_facts; undefined if none were used. */
  recorded(): string | undefined
}

type Sale = Omit<NftSaleFacts, 'fullPrice'> & { readonly fullPrice: string }
type Auction = Omit<NftAuctionFacts, 'lastBid'> & { readonly lastBid: string }
type Recorded = {
  readonly sales: Record<string, Sale>
  readonly auctions: Record<string, Auction>
  readonly owners: Record<string, string | null>
  readonly storage: Record<string, string>
}

/** Maximum size of a stored storage, bytes. */
const MAX_STORAGE = 8_192

/**
 * Adds stored facts to current ones.
 * @param before the trace's stored facts (action_facts)
 */
export function recordFacts(facts: FactsSource, before: string | undefined): RecordedFacts {
  const known: Partial<Recorded> = before === undefined ? {} : (JSON.parse(before) as Recorded)
  const used: Recorded = { sales: {}, auctions: {}, owners: {}, storage: {} }
  return {
    facts: {
      ...facts,
      nftSale(address) {
        const now = facts.nftSale(address)
        if (!now) return undefined
        const sale = known.sales?.[address] ?? { ...now, fullPrice: now.fullPrice.toString() }
        used.sales[address] = sale
        return { ...sale, fullPrice: BigInt(sale.fullPrice) }
      },
      nftAuction(address) {
        const now = facts.nftAuction(address)
        if (!now) return undefined
        const auction = known.auctions?.[address] ?? { ...now, lastBid: now.lastBid.toString() }
        used.auctions[address] = auction
        return { ...auction, lastBid: BigInt(auction.lastBid) }
      },
      nftItem(address) {
        const now = facts.nftItem(address)
        if (!now) return undefined
        const then = known.owners?.[address]
        const owner = then === undefined ? now.owner : then
        used.owners[address] = owner
        return { ...now, owner }
      },
      data(address) {
        const then = known.storage?.[address]
        const cell = then === undefined ? facts.data(address) : parseBocRoot(Buffer.from(then, 'base64'))
        const boc = cell && storedCell(cell)
        if (boc) used.storage[address] = boc
        return cell
      },
    },
    recorded() {
      const isEmpty = Object.values(used).every((group) => Object.keys(group).length === 0)
      return isEmpty ? undefined : JSON.stringify(used)
    },
  }
}

function storedCell(cell: Cell): string | undefined {
  const boc = serializeBoc(cell, PROOF_BOC)
  return boc.length > MAX_STORAGE ? undefined : boc.toString('base64')
}
