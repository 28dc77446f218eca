import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { findDnsRecords, loadDomains } from '../../../../src-main/store/queries/dnsRecords.ts'
import {
  findMultisigOrders,
  findOrdersOf,
  loadMultisigOrders,
} from '../../../../src-main/store/queries/multisigOrders.ts'
import { findMultisigs, loadMultisigs } from '../../../../src-main/store/queries/multisigs.ts'
import type { Reader } from '../../../../src-main/store/queries/reader.ts'
import { loadJettonsOf, loadTokenEntries } from '../../../../src-main/store/queries/tokenEntries.ts'
import {
  findVestingContracts,
  loadVestingContracts,
} from '../../../../src-main/store/queries/vestingContracts.ts'
import { generateContracts } from './generatedContracts.ts'
import { badSteps, plansOf } from './queryPlans.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(20, 24)
const { reader } = index
const { multisigs, orders, vestings, domains, people } = generateContracts(index)
afterAll(() => index.remove())

const STRANGER = Buffer.alloc(33, 7)
const page = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.nat(30),
  sort: fc.constantFrom('asc' as const, 'desc' as const),
})
const someOf = (values: readonly Buffer[]) =>
  fc.option(fc.array(fc.constantFrom(...values, STRANGER), { minLength: 1, maxLength: 4 }), {
    nil: undefined,
  })
const has = (list: readonly Buffer[] | undefined, ...values: readonly Buffer[]) =>
  list === undefined || values.some((value) => list.some((one) => one.equals(value)))

type Row = { readonly id: bigint }

function pageOf(
  rows: readonly Row[],
  { limit, offset, sort }: { limit: number; offset: number; sort: string },
) {
  const ids = rows.map(({ id }) => id).sort((a, b) => (sort === 'asc' ? Number(a - b) : Number(b - a)))
  return ids.slice(offset, offset + limit)
}

describe('a page', () => {
  it('contains its slice of multisigs by address, by member and by both, in the order of insertion', () => {
    const accounts = multisigs.map(({ account }) => account)
    fc.assert(
      fc.property(someOf(accounts), someOf(people), page, (addresses, members, asked) => {
        if (!addresses && !members) return
        const whole = multisigs.filter(
          ({ account, signers, proposers }) =>
            has(addresses, account) && has(members, ...signers, ...proposers),
        )
        expect(findMultisigs(reader, { addresses, members }, asked)).toEqual(pageOf(whole, asked))
      }),
      { numRuns: 300 },
    )
  })

  it('contains its slice of orders by address, by multisig and by both, in the order of insertion', () => {
    const accounts = orders.map(({ account }) => account)
    const owners = multisigs.map(({ account }) => account)
    fc.assert(
      fc.property(someOf(accounts), someOf(owners), page, (addresses, owned, asked) => {
        if (!addresses && !owned) return
        const whole = orders.filter(
          ({ account, multisig }) => has(addresses, account) && has(owned, multisig),
        )
        const filter = { addresses, multisigs: owned }
        expect(findMultisigOrders(reader, filter, asked)).toEqual(pageOf(whole, asked))
      }),
      { numRuns: 300 },
    )
  })

  it('contains its slice of vesting wallets by address, and by party with and without whitelists', () => {
    const accounts = vestings.map(({ account }) => account)
    fc.assert(
      fc.property(
        someOf(accounts),
        someOf(people),
        fc.boolean(),
        page,
        (addresses, parties, inWhitelist, asked) => {
          const filter = addresses ? { addresses } : { parties: parties ?? [], inWhitelist }
          const whole = vestings.filter(({ account, owner, sender, whitelist }) =>
            addresses
              ? has(addresses, account)
              : has(parties ?? [], owner, sender, ...(inWhitelist ? whitelist : [])),
          )
          const found = findVestingContracts(reader, filter, asked)
          expect(found).toEqual(pageOf(whole, { ...asked, sort: 'asc' }))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('contains its slice of domains by length, then by name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...people, STRANGER), page, (wallet, { limit, offset }) => {
        const whole = domains
          .filter((domain) => domain.wallet?.equals(wallet))
          .map(({ domain }) => domain)
          .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
        const found = findDnsRecords(reader, { wallet }, { limit, offset })
        expect(found.map(({ domain }) => domain)).toEqual(whole.slice(offset, offset + limit))
      }),
      { numRuns: 100 },
    )
  })
})

describe('loaded records', () => {
  it('have their members in order', () => {
    const ids = multisigs.map(({ id }) => id)
    for (const [i, record] of loadMultisigs(reader, ids).entries()) {
      expect([record.signers, record.proposers]).toEqual([multisigs[i]?.signers, multisigs[i]?.proposers])
    }
    expect(loadVestingContracts(reader, [vestings[3]!.id])[0]).toMatchObject({
      owner: vestings[3]?.owner,
      whitelist: vestings[3]?.whitelist,
    })
  })

  it('have the shortest domain of an account that points to its owner', () => {
    const [owner, other] = people as [Buffer, Buffer]
    const own = domains.filter(({ wallet }) => wallet?.equals(owner))
    const shortest = Math.min(...own.map(({ domain }) => domain.length))
    const names = loadDomains(reader, [owner, other, STRANGER])
    expect([...names.keys()]).toEqual([owner])
    expect(names.get(owner)).toHaveLength(shortest)
  })
})

/** What sorts only the contracts that one account is a member of. */
const OF_ONE_MEMBER = /FROM (contract_members c CROSS JOIN|vesting_contracts v WHERE v\.account IN \(SELECT)/

describe('the query plan', () => {
  const [owner, other] = people as [Buffer, Buffer]
  const [multisig, another] = multisigs.map(({ account }) => account) as [Buffer, Buffer]
  const [order] = orders
  const [vesting] = vestings
  const asked = { limit: 10, offset: 3, sort: 'desc' } as const
  const lists: Readonly<Record<string, readonly ((reader: Reader) => void)[]>> = {
    'multisig/wallets': [
      { addresses: [multisig, another] },
      { members: [owner, other] },
      { addresses: [multisig], members: [owner] },
    ].map((filter) => (one) => findMultisigs(one, filter, asked)),
    'multisig/orders': [
      { addresses: [order!.account] },
      { multisigs: [multisig] },
      { multisigs: [multisig, another] },
      { addresses: [order!.account], multisigs: [multisig] },
    ].map((filter) => (one) => findMultisigOrders(one, filter, asked)),
    vesting: [
      { addresses: [vesting!.account] },
      { parties: [owner], inWhitelist: false },
      { parties: [owner, other], inWhitelist: true },
    ].map((filter) => (one) => findVestingContracts(one, filter, asked)),
    'dns/records': [{ wallet: owner }, { domain: domains[0]!.domain }].map(
      (filter) => (one) => findDnsRecords(one, filter, asked),
    ),
    records: [
      (one) => loadMultisigs(one, findMultisigs(one, { addresses: [multisig] }, asked)),
      (one) => loadMultisigOrders(one, findOrdersOf(one, [1n, 2n])),
      (one) => loadVestingContracts(one, [1n]),
      (one) => loadDomains(one, [owner, other]),
      (one) => {
        const any = [owner, other]
        loadTokenEntries(one, { jetton_master: any, jetton_wallet: any, nft_collection: any, nft_item: any })
      },
      (one) => loadJettonsOf(one, [owner]),
    ],
  }

  it.each(Object.keys(lists))('of %s uses an index', (name) => {
    for (const ask of lists[name] ?? []) {
      const steps = badSteps(plansOf(index, ask)).filter(
        (step) => !(step.startsWith('USE TEMP B-TREE') && OF_ONE_MEMBER.test(step)),
      )
      // Whether there is any domain.
      expect(steps.filter((step) => !step.endsWith('SELECT 1 AS found FROM dns_entries LIMIT 1'))).toEqual([])
    }
  })
})
