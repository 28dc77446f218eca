import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type ActionFilter,
  findActions,
  findActionsOfTraces,
} from '../../../../src-main/store/queries/actions.ts'
import {
  findUnclassified,
  findUndetected,
  hasUnclassified,
  newestBrokenEnd,
} from '../../../../src-main/store/queries/classificationBacklog.ts'
import { loadActions } from '../../../../src-main/store/queries/loadActions.ts'
import type { Reader } from '../../../../src-main/store/queries/reader.ts'
import { type GeneratedAction, generateActions, KINDS } from './generatedActions.ts'
import { badSteps, plansOf } from './queryPlans.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(20, 60)
const { reader } = index
afterAll(() => index.remove())
const actions = generateActions(index)

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const some = (values: readonly Buffer[]) => fc.array(oneOf(values), { maxLength: 3 })
const STRANGER = Buffer.alloc(33, 7)
const accounts = actions.flatMap((action) => action.accounts)
const utime = maybe(oneOf(actions.map(({ traceEndUtime }) => traceEndUtime)))
const lt = maybe(oneOf(actions.map(({ traceEndLt }) => traceEndLt)))

const filters: fc.Arbitrary<ActionFilter> = fc.record({
  account: maybe(oneOf([...accounts, STRANGER])),
  transactions: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    some(actions.flatMap(({ transactions }) => transactions)),
  ),
  actionIds: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    some(actions.map(({ actionId }) => actionId)),
  ),
  traceIds: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, some(actions.map(({ traceId }) => traceId))),
  mcSeqno: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    oneOf(actions.map(({ mcSeqno }) => mcSeqno)),
  ),
  utimes: fc.record({ start: utime, end: utime }),
  lts: fc.record({ start: lt, end: lt }),
  kinds: maybe(fc.subarray(KINDS.map((_, i) => i + 1))),
  areKindsFew: fc.boolean(),
})
const page = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.oneof(fc.nat(4), fc.nat(300)),
  sort: oneOf(['asc', 'desc'] as const),
})

const has = (hashes: readonly Buffer[] = [], hash: Buffer) =>
  hashes.length === 0 || hashes.some((one) => one.equals(hash))

function fits(action: GeneratedAction, filter: ActionFilter): boolean {
  const { account, transactions = [], mcSeqno, utimes = {}, lts = {}, kinds } = filter
  const { traceEndUtime, traceEndLt } = action
  return (
    (account === undefined || action.accounts.some((one) => one.equals(account))) &&
    (transactions.length === 0 || action.transactions.some((one) => has(transactions, one))) &&
    has(filter.actionIds, action.actionId) &&
    has(filter.traceIds, action.traceId) &&
    (mcSeqno === undefined || action.mcSeqno === mcSeqno) &&
    (kinds === undefined || kinds.includes(action.kind)) &&
    traceEndUtime >= (utimes.start ?? 0) &&
    traceEndUtime <= (utimes.end ?? Infinity) &&
    traceEndLt >= (lts.start ?? 0n) &&
    traceEndLt <= (lts.end ?? traceEndLt)
  )
}

function listed(filter: ActionFilter): GeneratedAction[] {
  const { start, end } = filter.utimes ?? {}
  const byUtime = start !== undefined || end !== undefined
  const key = (action: GeneratedAction) => [
    byUtime ? BigInt(action.traceEndUtime) : action.traceEndLt,
    action.traceId.toString('base64'),
    byUtime ? BigInt(action.endUtime) : action.endLt,
    action.actionId.toString('base64'),
  ]
  return actions
    .filter((action) => fits(action, filter))
    .toSorted((a, b) => {
      const [first, second] = [key(a), key(b)]
      const place = first.findIndex((value, i) => value !== second[i])
      if (place < 0) return 0
      return (first[place] as bigint) < (second[place] as bigint) ? -1 : 1
    })
}

describe('a page of actions', () => {
  test('is a slice of the whole list in the specified order, with any combination of filters', () => {
    fc.assert(
      fc.property(filters, page, (filter, range) => {
        const found = loadActions(reader, findActions(reader, filter, range))
        const all = listed(filter)
        if (range.sort === 'desc') all.reverse()
        const expected = all.slice(range.offset, range.offset + range.limit)
        expect(found.map(({ actionId }) => actionId.toString('hex'))).toEqual(
          expected.map(({ actionId }) => actionId.toString('hex')),
        )
      }),
      { numRuns: 600 },
    )
  })

  test('has each action as it was written', () => {
    const found = loadActions(reader, findActions(reader, {}, { limit: 1000, offset: 0, sort: 'asc' }))
    const byId = new Map(actions.map((action) => [action.actionId.toString('hex'), action]))
    const texts = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex')).sort()
    expect(found.length).toBe(Math.min(1000, actions.length))
    for (const record of found) {
      const action = byId.get(record.actionId.toString('hex')) as GeneratedAction
      expect(record).toMatchObject({
        ...KINDS[action.kind - 1],
        traceId: action.traceId,
        traceEndLt: action.traceEndLt,
        traceMcSeqnoEnd: action.mcSeqno,
        fields: { amount: 5n },
      })
      expect(texts(record.transactions)).toEqual(texts(action.transactions))
      expect(texts(record.accounts)).toEqual(texts(action.accounts))
    }
  })
})

const [action] = actions.filter(({ transactions }) => transactions.length > 0) as [GeneratedAction]
const PARTS: readonly ActionFilter[] = [
  {},
  { account: action.accounts[0] },
  { transactions: action.transactions.slice(0, 1) },
  { messages: [Buffer.alloc(32, 1)] },
  { actionIds: [action.actionId] },
  { traceIds: [action.traceId] },
  { mcSeqno: action.mcSeqno },
  { kinds: [1, 2] },
  { kinds: [3, 4], areKindsFew: true },
  { utimes: { start: action.traceEndUtime - 5, end: action.traceEndUtime + 5 } },
  { lts: { start: action.traceEndLt - 1_000_000n, end: action.traceEndLt + 1_000_000n } },
]
const PAGES = [
  { limit: 10, offset: 0, sort: 'desc' },
  { limit: 10, offset: 3, sort: 'asc' },
  { limit: 10, offset: 250, sort: 'desc' },
] as const

describe('the query plan', () => {
  test('of actions with every pair of filters uses an index that has them in order', () => {
    for (const [i, part] of PARTS.entries()) {
      for (const other of PARTS.slice(i)) {
        for (const range of PAGES) {
          const ask = (asked: Reader) => {
            loadActions(asked, findActions(asked, { ...part, ...other }, range))
          }
          expect(badSteps(plansOf(index, ask)), JSON.stringify([i, range])).toEqual([])
        }
      }
    }
  })

  test('of actions by trace and of the backlog uses an index', () => {
    const ask = (asked: Reader) => {
      findActionsOfTraces(asked, [1n, 2n], undefined)
      hasUnclassified(asked, { first: 3, last: 9 })
      findUnclassified(asked, [1n, 2n])
      findUndetected(asked, [1n, 2n])
      newestBrokenEnd(asked)
    }
    expect(badSteps(plansOf(index, ask))).toEqual([])
  })
})
