import { afterAll, describe, expect, test } from 'vitest'
import {
  findTopAccounts,
  loadAccountCodes,
  loadAccounts,
} from '../../../../src-main/store/queries/accounts.ts'
import {
  type BlockFilter,
  findBlocks,
  findShardState,
  loadBlocks,
} from '../../../../src-main/store/queries/blocks.ts'
import type { Page } from '../../../../src-main/store/queries/conditions.ts'
import { loadEnds, loadMessages } from '../../../../src-main/store/queries/loadMessages.ts'
import { loadTransactions } from '../../../../src-main/store/queries/loadTransactions.ts'
import { findMessages, type MessageFilter } from '../../../../src-main/store/queries/messages.ts'
import {
  findTraces,
  findTraceTransactions,
  loadTraceProgress,
  loadTraces,
  type TraceFilter,
} from '../../../../src-main/store/queries/traces.ts'
import { findTransactions, type TransactionFilter } from '../../../../src-main/store/queries/transactions.ts'
import {
  findAdjacentTransactions,
  findTransactionsByMessage,
} from '../../../../src-main/store/queries/transactionsByMessage.ts'
import { badSteps, plansOf } from './queryPlans.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(20, 60)
afterAll(() => index.remove())

const PAGES: readonly Page[] = [
  { limit: 10, offset: 0, sort: 'desc' },
  { limit: 10, offset: 3, sort: 'asc' },
]
const DEEP: Page = { limit: 10, offset: 300, sort: 'desc' }
const transactions = index.facts.flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
const sender = transactions.find(({ outMsgs }) => outMsgs.some(({ kind }) => kind === 'internal'))!
const message = sender.outMsgs[0]!
const SHARD = BigInt.asIntN(64, 0x4000_0000_0000_0000n)
const utimes = { start: sender.now - 5, end: sender.now + 5 }
const lts = { start: sender.lt - 1_000_000n, end: sender.lt + 1_000_000n }

/** Every pair of filters, and each alone. */
function combinations<Filter extends object>(parts: readonly Filter[]): Filter[] {
  return parts.flatMap((part, i) => [part, ...parts.slice(i + 1).map((other) => ({ ...part, ...other }))])
}

function steps(ask: Parameters<typeof plansOf>[1]): string[] {
  return badSteps(plansOf(index, ask))
}

const BLOCK_FILTERS: readonly BlockFilter[] = [
  {},
  { workchain: -1 },
  { shard: SHARD },
  { seqno: 30 },
  { mcSeqno: 30 },
  { utimes },
  { lts },
  { lts: { start: lts.start } },
  { rootHash: index.facts[0]!.blocks[0]!.id.rootHash },
  { fileHash: index.facts[0]!.blocks[0]!.id.fileHash },
]

const TRANSACTION_FILTERS: readonly TransactionFilter[] = [
  {},
  { accounts: [sender.account] },
  { accounts: [sender.account, message.destination!] },
  { excludeAccounts: [sender.account] },
  { hashes: [sender.hash] },
  { lt: sender.lt },
  { workchain: 0 },
  { shard: SHARD },
  { seqno: 30 },
  { utimes },
  { lts },
]

const MESSAGE_FILTERS: readonly MessageFilter[] = [
  {},
  { hashes: [message.hash] },
  { bodyHash: message.body.hash },
  { source: sender.account },
  { source: null },
  { destination: message.destination! },
  { destination: null },
  { opcode: 0 },
  { direction: 'in' },
  { direction: 'out' },
  { externals: 'exclude' },
  { externals: 'only' },
  { utimes },
  { lts },
]

const TRACE_FILTERS: readonly TraceFilter[] = [
  {},
  { account: sender.account },
  { traceIds: [sender.hash] },
  { transactions: [sender.hash] },
  { messages: [message.hash] },
  { mcSeqno: 30 },
  { utimes },
  { lts },
]

describe('the query plan', () => {
  test.each(combinations(BLOCK_FILTERS).map((filter) => ({ filter })))(
    'of blocks by %o uses an index that has them in order',
    ({ filter }) => {
      for (const page of PAGES) expect(steps((reader) => findBlocks(reader, filter, page))).toEqual([])
    },
  )

  test.each(combinations(TRANSACTION_FILTERS).map((filter) => ({ filter })))(
    'of transactions by %o uses an index that has them in order',
    ({ filter }) => {
      for (const page of PAGES) expect(steps((reader) => findTransactions(reader, filter, page))).toEqual([])
    },
  )

  test.each(combinations(MESSAGE_FILTERS).map((filter) => ({ filter })))(
    'of messages by %o uses an index that has them in order',
    ({ filter }) => {
      for (const page of PAGES) expect(steps((reader) => findMessages(reader, filter, page))).toEqual([])
    },
  )

  test.each(combinations(TRACE_FILTERS).map((filter) => ({ filter })))(
    'of traces by %o uses an index that has them in order',
    ({ filter }) => {
      for (const page of [...PAGES, DEEP]) {
        expect(steps((reader) => loadTraces(reader, findTraces(reader, filter, page)))).toEqual([])
      }
    },
  )

  test('of records by number uses an index', () => {
    const page = PAGES[0]!
    const ask: Parameters<typeof plansOf>[1] = (reader) => {
      const ids = findTransactions(reader, {}, page)
      loadTransactions(reader, ids)
      const messages = findMessages(reader, {}, page)
      loadMessages(reader, messages)
      loadEnds(reader, messages)
      loadBlocks(reader, findBlocks(reader, {}, page))
      findShardState(reader, 30)
      findAdjacentTransactions(reader, sender.hash, 'both')
      findTransactionsByMessage(reader, { hashes: [message.hash] }, page)
      findTransactionsByMessage(reader, { opcode: 0, destination: message.destination }, page)
      findTransactionsByMessage(reader, { bodyHash: message.body.hash, direction: 'out' }, page)
      findTraceTransactions(reader, findTraces(reader, {}, page))
      loadTraceProgress(reader, ids)
      loadAccounts(reader, [sender.account])
      loadAccountCodes(reader, [sender.account])
      findTopAccounts(reader, page)
    }
    expect(steps(ask)).toEqual([])
  })
})
