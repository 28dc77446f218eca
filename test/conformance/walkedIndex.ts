import { type Cell, Dictionary, loadTransaction } from '@ton/core'
import { expect } from 'vitest'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { resultV3 } from '../integration/v3/v3Scene.ts'
import { phasesOf, v3Transaction } from './bothVersions.ts'
import { readTransactions, type WalkedTransaction } from './genesisChain.ts'

/** A block's transactions as @ton/core finds them. */
export type WalkedTransactions = {
  readonly workchain: number
  /** As v3 writes it. */
  readonly shard: string
  readonly seqno: number
  readonly transactions: readonly WalkedTransaction[]
}

const PAGE = 1000

/** block#11ef55aa … extra:^BlockExtra, whose third reference is account_blocks. */
export function transactionsOf(block: Cell): readonly WalkedTransaction[] {
  return readTransactions(block.refs[3]?.refs[2] as Cell)
}

/**
 * Every block and transaction that v3 lists, page by page, must be one that the walk found, and none must be missing:
 * fees, phases, states, links to the one before, and messages.
 */
export async function expectWalked(url: string, walk: readonly WalkedTransactions[]): Promise<number> {
  const blocks = new Map<string, BlockJson>()
  const listed = new Map<string, TransactionJson>()
  const placeOf = (at: { workchain: number; shard: string; seqno: number }) =>
    `${at.workchain}:${at.shard}:${at.seqno}`
  for (let offset = 0, more = true; more; offset += PAGE) {
    const page = await resultV3(url, 'blocks', { limit: PAGE, offset, sort: 'asc' })
    for (const block of page.blocks) blocks.set(placeOf(block), block)
    more = page.blocks.length === PAGE
  }
  for (let offset = 0, more = true; more; offset += PAGE) {
    const page = await resultV3(url, 'transactions', { limit: PAGE, offset, sort: 'asc' })
    for (const transaction of page.transactions) listed.set(transaction.hash, transaction)
    more = page.transactions.length === PAGE
  }
  expect([...blocks.keys()].toSorted()).toEqual(walk.map(placeOf).toSorted())
  for (const { transactions, ...block } of walk) {
    const indexed = blocks.get(placeOf(block))
    expect(indexed?.tx_count).toBe(transactions.length)
    for (const { account, hash, cell } of transactions) {
      const ours = listed.get(hash)
      if (!ours) throw new Error(`${hash} is not listed`)
      const walked = loadTransaction(cell.beginParse())
      expect({
        ...pick(v3Transaction(ours), phasesOf(walked)),
        block: placeOf(ours.block_ref),
        mcSeqno: ours.mc_block_seqno,
        account: ours.account,
        lt: ours.lt,
        now: ours.now,
        fees: ours.total_fees,
        inMessage: ours.in_msg?.hash,
        outMessages: ours.out_msgs.map((message) => message.hash),
      }).toEqual({
        ...phasesOf(walked),
        block: placeOf(block),
        mcSeqno: indexed?.masterchain_block_ref.seqno,
        account: `${block.workchain}:${account.toUpperCase()}`,
        lt: walked.lt.toString(),
        now: walked.now,
        fees: walked.totalFees.coins.toString(),
        ...messagesOf(cell),
      })
      listed.delete(hash)
    }
  }
  expect([...listed.keys()]).toEqual([])
  return walk.reduce((sum, { transactions }) => sum + transactions.length, 0)
}

/** transaction$0111 … ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ], by lt. */
function messagesOf(transaction: Cell) {
  const slice = (transaction.refs[0] as Cell).beginParse()
  const hashOf = (cell: Cell | null) => cell?.hash().toString('base64')
  const inMessage = hashOf(slice.loadMaybeRef())
  const sent = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell())
  return { inMessage, outMessages: sent.values().map(hashOf) }
}

function pick<T extends object, Names extends object>(value: T, names: Names): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in names)) as Partial<T>
}
