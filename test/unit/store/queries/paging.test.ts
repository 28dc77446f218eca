import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type BlockFilter, findBlocks, loadBlocks } from '../../../../src-main/store/queries/blocks.ts'
import type { Page } from '../../../../src-main/store/queries/conditions.ts'
import { loadMessages } from '../../../../src-main/store/queries/loadMessages.ts'
import { loadTransactions } from '../../../../src-main/store/queries/loadTransactions.ts'
import { findMessages, type MessageFilter } from '../../../../src-main/store/queries/messages.ts'
import {
  findTraces,
  loadTraces,
  type TraceFilter,
  type TraceRecord,
} from '../../../../src-main/store/queries/traces.ts'
import { findTransactions, type TransactionFilter } from '../../../../src-main/store/queries/transactions.ts'
import { base64, modelBlocks, modelMessages, modelOf, modelTransactions } from './model.ts'
import { indexSample } from './sampleIndex.ts'

// From the shard split on, with several accounts at work.
const index = indexSample(22, 110)
const { reader } = index
const model = modelOf(index.facts)
afterAll(() => index.remove())

const hex = (bytes: Buffer) => bytes.toString('hex')
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const someOf = <T>(values: readonly T[]) => fc.array(oneOf(values), { minLength: 1, maxLength: 4 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const page: fc.Arbitrary<Page> = fc.record({
  limit: fc.integer({ min: 1, max: 40 }),
  offset: fc.oneof(fc.nat(5), fc.nat(500)),
  sort: oneOf(['asc', 'desc'] as const),
})

const { transactions, messages, blocks } = model
const accounts = transactions.map(({ transaction }) => transaction.account)
const utime = oneOf(transactions.map(({ transaction }) => transaction.now))
const lt = oneOf(transactions.flatMap(({ transaction: t }) => [t.lt, t.lt + 1n]))
const windowOf = <T extends number | bigint>(bound: fc.Arbitrary<T>) =>
  fc.record({ start: maybe(bound), end: maybe(bound) })
const place = {
  workchain: maybe(oneOf([-1, 0, 5])),
  shard: maybe(oneOf(blocks.map(({ block }) => BigInt.asIntN(64, block.id.shard)))),
  seqno: maybe(oneOf(blocks.map(({ block }) => block.id.seqno))),
  mcSeqno: maybe(oneOf(blocks.map(({ mcSeqno }) => mcSeqno))),
  utimes: fc.oneof(fc.constant({}), windowOf(utime)),
  lts: fc.oneof(fc.constant({}), windowOf(lt)),
}
const strangers = [Buffer.alloc(33, 7)]

const blockFilter: fc.Arbitrary<BlockFilter> = fc.record({
  ...place,
  rootHash: fc.option(oneOf(blocks.map(({ block }) => block.id.rootHash)), { nil: undefined, freq: 5 }),
})
const transactionFilter: fc.Arbitrary<TransactionFilter> = fc.record(
  {
    ...place,
    accounts: someOf([...accounts, ...strangers]),
    excludeAccounts: someOf(accounts),
    hashes: someOf(transactions.map(({ transaction }) => transaction.hash)),
    lt,
  },
  { requiredKeys: [] },
)
const messageFilter: fc.Arbitrary<MessageFilter> = fc.record(
  {
    hashes: someOf(messages.flatMap(({ message: m }) => [m.hash, m.hashNorm ?? m.hash])),
    bodyHash: oneOf(messages.map(({ message }) => message.body.hash)),
    source: oneOf(messages.map(({ message }) => message.source ?? null)),
    destination: oneOf(messages.map(({ message }) => message.destination ?? null)),
    opcode: oneOf(messages.flatMap(({ message }) => message.opcode ?? [])),
    direction: oneOf(['in', 'out'] as const),
    externals: oneOf(['exclude', 'only'] as const),
    utimes: windowOf(utime),
    lts: windowOf(lt),
  },
  { requiredKeys: [] },
)

/** Few filters at a time: with all of them at once hardly anything is found. */
function fewOf<Filter extends object>(filter: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  return fc.tuple(filter, fc.integer({ min: 0, max: 3 }), fc.nat()).map(([whole, count, seed]) => {
    const names = Object.entries(whole).sort(
      ([a], [b]) => ((a.length * 31 + seed) % 17) - ((b.length * 31 + seed) % 17),
    )
    return Object.fromEntries(names.slice(0, count)) as Filter
  })
}

const RUNS = { numRuns: 300 }

describe('a page', () => {
  test('contains its slice of the blocks in the specified order', () => {
    fc.assert(
      fc.property(fewOf(blockFilter), page, (filter, page) => {
        const found = loadBlocks(reader, findBlocks(reader, filter, page)).map(({ rootHash }) =>
          hex(rootHash),
        )
        const whole = modelBlocks(model, filter, page).map(({ block }) => hex(block.id.rootHash))
        expect(found).toEqual(whole.slice(page.offset, page.offset + page.limit))
      }),
      RUNS,
    )
  })

  test('contains its slice of the transactions in the specified order', () => {
    fc.assert(
      fc.property(fewOf(transactionFilter), page, (filter, page) => {
        const found = loadTransactions(reader, findTransactions(reader, filter, page)).map(({ hash }) =>
          hex(hash),
        )
        const whole = modelTransactions(model, filter, page).map(({ transaction }) => hex(transaction.hash))
        expect(found).toEqual(whole.slice(page.offset, page.offset + page.limit))
      }),
      RUNS,
    )
  })

  test('contains its slice of the traces in the specified order', () => {
    const filters: readonly TraceFilter[] = [
      {},
      { utimes: { start: 0 } },
      { mcSeqno: 60 },
      ...accounts.slice(0, 40).map((account) => ({ account })),
      ...accounts.slice(0, 5).map((account) => ({ account, utimes: { start: 0 } })),
    ]
    fc.assert(
      fc.property(oneOf(filters), page, (filter, page) => {
        const all = loadTraces(reader, findTraces(reader, filter, { limit: 100_000, offset: 0, sort: 'asc' }))
        const time = ({ endLt, endUtime }: TraceRecord) => (filter.utimes ? BigInt(endUtime) : endLt)
        const sorted = all.toSorted(
          (a, b) => Number(time(a) - time(b)) || (base64(a.traceId) < base64(b.traceId) ? -1 : 1),
        )
        expect(all).toEqual(sorted)
        const whole = page.sort === 'asc' ? all : all.toReversed()
        const found = loadTraces(reader, findTraces(reader, filter, page))
        expect(found).toEqual(whole.slice(page.offset, page.offset + page.limit))
      }),
      { numRuns: 60 },
    )
  })

  test('contains its slice of the messages in the specified order', () => {
    fc.assert(
      fc.property(fewOf(messageFilter), page, (filter, page) => {
        const ids = findMessages(reader, filter, page)
        const records = loadMessages(reader, ids)
        const whole = modelMessages(model, filter, page).map(({ message }) => hex(message.hash))
        expect(ids.map((id) => hex(records.get(id)!.hash))).toEqual(
          whole.slice(page.offset, page.offset + page.limit),
        )
      }),
      RUNS,
    )
  })
})
