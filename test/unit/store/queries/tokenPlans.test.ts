import { afterAll, describe, expect, test } from 'vitest'
import {
  findUnverified,
  hasBacklog,
  loadStateTimes,
} from '../../../../src-main/store/queries/detectionBacklog.ts'
import { findJettonBurns, loadJettonBurns } from '../../../../src-main/store/queries/jettonBurns.ts'
import { findJettonMasters, loadJettonMasters } from '../../../../src-main/store/queries/jettonMasters.ts'
import {
  findJettonTransfers,
  loadJettonTransfers,
} from '../../../../src-main/store/queries/jettonTransfers.ts'
import { findJettonWallets, loadJettonWallets } from '../../../../src-main/store/queries/jettonWallets.ts'
import { findNftCollections, loadNftCollections } from '../../../../src-main/store/queries/nftCollections.ts'
import { findNftItems, loadNftItems } from '../../../../src-main/store/queries/nftItems.ts'
import { findNftSales } from '../../../../src-main/store/queries/nftSales.ts'
import { findNftTransfers, loadNftTransfers } from '../../../../src-main/store/queries/nftTransfers.ts'
import type { Reader } from '../../../../src-main/store/queries/reader.ts'
import { countUnverified } from '../../../../src-main/store/queries/unverified.ts'
import { generateTokens } from './generatedTokens.ts'
import { badSteps, plansOf } from './queryPlans.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(20, 60)
afterAll(() => index.remove())
const tokens = generateTokens(index)

const [owner, other] = tokens.owners as [Buffer, Buffer]
const [wallet] = tokens.wallets
const [item] = tokens.items
const jettons = tokens.masters.map(({ account }) => account)
const collections = tokens.collections.map(({ account }) => account)
const [event] = tokens.transfers
const utimes = { start: Number(event!.now) - 5, end: Number(event!.now) + 5 }
const lts = { start: event!.lt - 1_000_000n, end: event!.lt + 1_000_000n }

const PAGES = [
  { limit: 10, offset: 0, sort: 'desc' },
  { limit: 10, offset: 3, sort: 'asc' },
] as const

/** Every pair of conditions, and each alone. */
function combinations<Filter extends object>(parts: readonly Filter[]): Filter[] {
  return parts.flatMap((part, i) => [part, ...parts.slice(i + 1).map((next) => ({ ...part, ...next }))])
}

const LISTS: Readonly<Record<string, readonly ((reader: Reader) => void)[]>> = {
  'jetton/masters': combinations([
    {},
    { addresses: jettons.slice(0, 2) },
    { admins: [owner] },
    { admins: [owner, other] },
  ]).flatMap((filter) => PAGES.map((page) => (reader) => findJettonMasters(reader, filter, page))),
  'jetton/wallets': combinations([
    {},
    { addresses: [wallet!.account] },
    { owners: [owner] },
    { owners: [owner, other] },
    { jettons: jettons.slice(0, 1) },
    { jettons: jettons.slice(0, 1), owners: [owner] },
    { jettons: jettons.slice(0, 2), owners: [owner] },
    { excludesZero: true },
  ]).flatMap((filter) =>
    [...PAGES, { limit: 10, offset: 0 }].map((page) => (reader) => findJettonWallets(reader, filter, page)),
  ),
  'jetton/transfers': combinations([
    {},
    { owners: [owner] },
    { owners: [owner, other], direction: 'in' as const },
    { owners: [owner], direction: 'out' as const },
    { wallets: [wallet!.account] },
    { jettons: jettons.slice(0, 1) },
    { utimes },
    { lts },
  ]).flatMap((filter) => PAGES.map((page) => (reader) => findJettonTransfers(reader, filter, page))),
  'jetton/burns': combinations([
    {},
    { owners: [owner, other] },
    { wallets: [wallet!.account] },
    { jettons: jettons.slice(0, 1) },
    { utimes },
    { lts },
  ]).flatMap((filter) => PAGES.map((page) => (reader) => findJettonBurns(reader, filter, page))),
  'nft/collections': combinations([
    {},
    { addresses: collections.slice(0, 2) },
    { owners: [owner, other] },
  ]).flatMap((filter) => PAGES.map((page) => (reader) => findNftCollections(reader, filter, page))),
  'nft/items': combinations([
    {},
    { addresses: [item!.account] },
    { owners: [owner] },
    { owners: [owner, other], byRealOwner: true },
    { collections: collections.slice(0, 1) },
    { collections: collections.slice(0, 1), indexes: [1n, 2n] },
    { collections: collections.slice(0, 2), owners: [owner] },
  ]).flatMap((filter) =>
    [
      { limit: 10, offset: 3 },
      { limit: 10, offset: 0, isByLt: true },
    ].map((page) => (reader) => findNftItems(reader, filter, page)),
  ),
  'nft/transfers': combinations([
    {},
    { owners: [owner] },
    { owners: [owner, other], direction: 'in' as const },
    { items: [item!.account] },
    { collections: collections.slice(0, 1) },
    { utimes },
    { lts },
  ]).flatMap((filter) => PAGES.map((page) => (reader) => findNftTransfers(reader, filter, page))),
}

describe('the query plan', () => {
  test.each(Object.keys(LISTS))('of %s uses an index that has them in order', (name) => {
    for (const ask of LISTS[name] ?? []) expect(badSteps(plansOf(index, ask))).toEqual([])
  })

  test('of records by number and of the backlog of detection uses an index', () => {
    const [page] = PAGES
    const ask = (reader: Reader) => {
      loadJettonMasters(reader, findJettonMasters(reader, {}, page))
      loadJettonWallets(reader, findJettonWallets(reader, {}, page))
      loadJettonTransfers(reader, findJettonTransfers(reader, {}, page))
      loadJettonBurns(reader, findJettonBurns(reader, {}, page))
      loadNftCollections(reader, findNftCollections(reader, {}, page))
      loadNftItems(reader, findNftItems(reader, {}, page))
      loadNftTransfers(reader, findNftTransfers(reader, {}, page))
      findNftSales(reader, [owner])
      hasBacklog(reader, { first: 3, last: 9 })
      findUnverified(reader, [owner])
      countUnverified(reader)
      loadStateTimes(reader, [owner])
    }
    expect(badSteps(plansOf(index, ask))).toEqual([])
  })
})
