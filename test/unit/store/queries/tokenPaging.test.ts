import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { findJettonBurns, loadJettonBurns } from '../../../../src-main/store/queries/jettonBurns.ts'
import { findJettonMasters, loadJettonMasters } from '../../../../src-main/store/queries/jettonMasters.ts'
import {
  findJettonTransfers,
  loadJettonTransfers,
} from '../../../../src-main/store/queries/jettonTransfers.ts'
import { findJettonWallets, loadJettonWallets } from '../../../../src-main/store/queries/jettonWallets.ts'
import { findNftCollections, loadNftCollections } from '../../../../src-main/store/queries/nftCollections.ts'
import { findNftItems, loadNftItems } from '../../../../src-main/store/queries/nftItems.ts'
import { findNftTransfers, loadNftTransfers } from '../../../../src-main/store/queries/nftTransfers.ts'
import { type GeneratedContract, type GeneratedEvent, generateTokens } from './generatedTokens.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(22, 60)
const { reader } = index
afterAll(() => index.remove())
const tokens = generateTokens(index)

const STRANGER = Buffer.alloc(33, 7)
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const someOf = (values: readonly Buffer[], maxLength = 3) =>
  fc.option(fc.array(oneOf([...values, STRANGER]), { minLength: 1, maxLength }), { nil: undefined })
const page = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.oneof(fc.nat(4), fc.nat(300)),
})
const sort = oneOf(['asc', 'desc'] as const)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const utime = maybe(oneOf(tokens.transfers.map(({ now }) => Number(now))))
const lt = maybe(oneOf(tokens.transfers.map((event) => event.lt)))
const spans = { utimes: fc.record({ start: utime, end: utime }), lts: fc.record({ start: lt, end: lt }) }
const accountsOf = (contracts: readonly GeneratedContract[]) => contracts.map(({ account }) => account)
const RUNS = { numRuns: 300 }

const has = (list: readonly Buffer[] | undefined, value: Buffer | undefined) =>
  list === undefined || (value !== undefined && list.some((one) => one.equals(value)))
const hex = (bytes: Buffer) => bytes.toString('hex')

type Order<T> = (a: T, b: T) => number
const by =
  <T>(get: (value: T) => bigint | number | string, isDescending = false): Order<T> =>
  (a, b) => {
    const order = get(a) < get(b) ? -1 : get(a) > get(b) ? 1 : 0
    return isDescending ? -order : order
  }
const chain =
  <T>(...orders: readonly Order<T>[]): Order<T> =>
  (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      if (result !== 0) return result
    }
    return 0
  }
/** As v3 writes it: -1 sorts before 0. */
const text = (address: Buffer) => `${address.readInt8(0)}:${hex(address.subarray(1))}`
const part = <T>(list: readonly T[], { limit, offset }: { limit: number; offset: number }) =>
  list.slice(offset, offset + limit)

describe('a page', () => {
  test('contains its slice of the jettons and collections in the specified order', () => {
    const filter = { addresses: someOf(accountsOf(tokens.masters)), owners: someOf(tokens.owners) }
    fc.assert(
      fc.property(fc.record(filter), page, ({ addresses, owners }, range) => {
        const ids = findJettonMasters(reader, { addresses, admins: owners }, range)
        const found = loadJettonMasters(reader, ids).map(({ address }) => hex(address))
        const whole = tokens.masters.filter(
          ({ account, owner }) => has(addresses, account) && has(owners, owner),
        )
        expect(found).toEqual(part(accountsOf(whole), range).map(hex))
      }),
      RUNS,
    )
    const ofCollections = { addresses: someOf(accountsOf(tokens.collections)), owners: someOf(tokens.owners) }
    fc.assert(
      fc.property(fc.record(ofCollections), page, ({ addresses, owners }, range) => {
        const ids = findNftCollections(reader, { addresses, owners }, range)
        const found = loadNftCollections(reader, ids).map(({ address }) => hex(address))
        const whole = tokens.collections.filter(
          ({ account, owner }) => has(addresses, account) && has(owners, owner),
        )
        expect(found).toEqual(part(accountsOf(whole), range).map(hex))
      }),
      RUNS,
    )
  })

  test('contains its slice of the jetton wallets in each order', () => {
    const filter = fc
      .record({
        addresses: someOf(accountsOf(tokens.wallets)),
        owners: someOf(tokens.owners),
        jettons: someOf(accountsOf(tokens.masters)),
        excludesZero: fc.boolean(),
      })
      .filter(({ owners, jettons = [] }) => jettons.length < 2 || owners?.length === 1)
    fc.assert(
      fc.property(filter, page, maybe(sort), (filter, range, sort) => {
        const { addresses, owners, jettons, excludesZero } = filter
        const found = loadJettonWallets(reader, findJettonWallets(reader, filter, { ...range, sort }))
        type Wallet = (typeof tokens.wallets)[number]
        const key: Order<Wallet> =
          sort === undefined
            ? by(({ id }) => id)
            : chain(
                by(({ balance }) => balance, sort === 'desc'),
                by(({ id }) => id, sort === 'desc'),
              )
        const order: Order<Wallet> =
          jettons?.length === 1
            ? key
            : owners
              ? chain(
                  by(({ owner }) => text(owner)),
                  key,
                )
              : addresses
                ? by(({ account }) => text(account))
                : key
        const whole = tokens.wallets
          .filter(
            ({ account, owner, jetton, balance }) =>
              has(addresses, account) &&
              has(owners, owner) &&
              has(jettons, jetton) &&
              (!excludesZero || balance > 0n),
          )
          .toSorted(order)
        expect(found.map(({ address, balance }) => [hex(address), balance])).toEqual(
          part(whole, range).map(({ account, balance }) => [hex(account), balance]),
        )
      }),
      RUNS,
    )
  })

  test('contains its slice of the NFT items in each order', () => {
    const filter = fc
      .record({
        addresses: someOf(accountsOf(tokens.items)),
        owners: someOf(tokens.owners),
        collections: someOf(accountsOf(tokens.collections)),
        byRealOwner: fc.boolean(),
        indexes: maybe(
          fc.array(oneOf(tokens.items.map((item) => item.index)), { minLength: 1, maxLength: 5 }),
        ),
      })
      .filter(
        ({ owners, collections = [], indexes }) =>
          (collections.length < 2 || owners?.length === 1) && (!indexes || collections.length > 0),
      )
    fc.assert(
      fc.property(filter, page, fc.boolean(), (filter, range, isByLt) => {
        const { addresses, owners, collections, indexes, byRealOwner } = filter
        const found = loadNftItems(reader, findNftItems(reader, filter, { ...range, isByLt }))
        type Item = (typeof tokens.items)[number]
        const ownerOf = (item: Item) => (byRealOwner ? item.realOwner : item.owner)
        const byIndex: Order<Item> = chain(
          // Items without a collection come last.
          by((item) => (item.collection ? text(item.collection) : '~')),
          by((item) => item.index),
          by(({ id }) => id),
        )
        const order: Order<Item> = isByLt
          ? chain(
              by(({ lastTxLt }) => lastTxLt, true),
              by(({ id }) => id, true),
            )
          : addresses
            ? by(({ id }) => id)
            : owners
              ? chain(
                  by((item) => text(ownerOf(item) ?? STRANGER)),
                  byIndex,
                )
              : collections
                ? byIndex
                : by(({ id }) => id)
        const whole = tokens.items
          .filter(
            (item) =>
              has(addresses, item.account) &&
              has(owners, ownerOf(item)) &&
              has(collections, item.collection) &&
              (indexes === undefined || indexes.includes(item.index)),
          )
          .toSorted(order)
        expect(found.map(({ address }) => hex(address))).toEqual(
          part(whole, range).map(({ account }) => hex(account)),
        )
      }),
      RUNS,
    )
  })

  /** The events of a model in the order of a page. */
  const eventsOf = (
    events: readonly GeneratedEvent[],
    isListed: (event: GeneratedEvent) => boolean,
    { utimes, lts, sort }: { utimes: Spans['utimes']; lts: Spans['lts']; sort: 'asc' | 'desc' },
  ) => {
    const isDescending = sort === 'desc'
    const isByLt = utimes.start === undefined && utimes.end === undefined
    return events
      .filter(
        (event) =>
          isListed(event) &&
          (utimes.start === undefined || event.now >= utimes.start) &&
          (utimes.end === undefined || event.now <= utimes.end) &&
          (lts.start === undefined || event.lt >= lts.start) &&
          (lts.end === undefined || event.lt <= lts.end),
      )
      .toSorted(
        chain(
          ...(isByLt ? [] : [by(({ now }: GeneratedEvent) => now, isDescending)]),
          by((event) => event.lt, isDescending),
          by(({ tx }) => tx, isDescending),
        ),
      )
      .map(({ tx }) => tx)
  }
  type Spans = {
    utimes: { start: number | undefined; end: number | undefined }
    lts: { start: bigint | undefined; end: bigint | undefined }
  }
  const parties = {
    owners: someOf(tokens.owners),
    direction: oneOf(['in', 'out', 'both'] as const),
    ...spans,
  }
  const isParty = (
    { source, destination }: GeneratedEvent,
    owners: readonly Buffer[] | undefined,
    direction: 'in' | 'out' | 'both',
  ) =>
    owners === undefined ||
    (direction !== 'in' && has(owners, source)) ||
    (direction !== 'out' && has(owners, destination))

  test('contains its slice of the jetton transfers in the specified order, without failed ones', () => {
    const filter = fc.record({
      ...parties,
      wallets: someOf(accountsOf(tokens.wallets).slice(0, 12)),
      jettons: someOf(accountsOf(tokens.masters), 1),
    })
    fc.assert(
      fc.property(filter, page, sort, (filter, range, sort) => {
        const { owners, direction, wallets, jettons } = filter
        const whole = eventsOf(
          tokens.transfers,
          (event) =>
            !event.isAborted &&
            isParty(event, owners, direction) &&
            has(wallets, event.contract) &&
            has(jettons, event.token),
          { ...filter, sort },
        )
        const txs = findJettonTransfers(reader, filter, { ...range, sort })
        expect(txs).toEqual(part(whole, range))
        expect(loadJettonTransfers(reader, txs)).toHaveLength(txs.length)
      }),
      RUNS,
    )
  })

  test('contains its slice of the jetton burns in the specified order', () => {
    const filter = fc.record({
      owners: someOf(tokens.owners),
      wallets: someOf(accountsOf(tokens.wallets).slice(0, 12)),
      jettons: someOf(accountsOf(tokens.masters), 1),
      ...spans,
    })
    fc.assert(
      fc.property(filter, page, sort, (filter, range, sort) => {
        const whole = eventsOf(
          tokens.burns,
          ({ source, contract, token }) =>
            has(filter.owners, source) && has(filter.wallets, contract) && has(filter.jettons, token),
          { ...filter, sort },
        )
        const txs = findJettonBurns(reader, filter, { ...range, sort })
        expect(txs).toEqual(part(whole, range))
        expect(loadJettonBurns(reader, txs)).toHaveLength(txs.length)
      }),
      RUNS,
    )
  })

  test('contains its slice of the NFT transfers in the specified order', () => {
    const filter = fc.record({
      ...parties,
      items: someOf(accountsOf(tokens.items).slice(0, 12)),
      collections: someOf(accountsOf(tokens.collections), 1),
    })
    fc.assert(
      fc.property(filter, page, sort, (filter, range, sort) => {
        const { owners, direction, items, collections } = filter
        const whole = eventsOf(
          tokens.nftTransfers,
          (event) =>
            isParty(event, owners, direction) && has(items, event.contract) && has(collections, event.token),
          { ...filter, sort },
        )
        const txs = findNftTransfers(reader, filter, { ...range, sort })
        expect(txs).toEqual(part(whole, range))
        expect(loadNftTransfers(reader, txs)).toHaveLength(txs.length)
      }),
      RUNS,
    )
  })
})
