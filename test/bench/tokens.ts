import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadName } from '../../src-main/api/v3/context.ts'
import { databaseFile, openReader } from '../../src-main/store/openDatabase.ts'
import { makeBigIndex } from './bigIndex.ts'
import type { BigTokens } from './bigTokens.ts'
import { addressOf, type Case, type CaseFigures, measureInTurns, rawText, readAll } from './query.ts'

/** The size that the goal is for; smaller for a quick look. */
const TRANSACTIONS = Number(process.env.TONSCOPE_BENCH_TRANSACTIONS ?? 3_000_000)
/** The 99th percentile, in those of `transactions` by account. */
const GOAL = 1.5

/**
 * Yields the figures of the token operations' common filters on a large index with 200,000 jetton wallets, each beside
 * `transactions` of an account in the same run.
 */
export async function* benchTokens(): AsyncGenerator<object> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-tokens-'))
  try {
    mkdirSync(dir, { recursive: true })
    const { tokens, hot } = makeBigIndex(dir, TRANSACTIONS)
    const file = databaseFile(dir)
    readAll(file)
    const byAccount: Case = {
      operation: 'transactions',
      name: 'hot account',
      values: (i) => ({ ...PAGE, account: [addressOf(hot[i % hot.length] as Buffer)] }),
    }
    for (const one of casesOf(tokens, timesOf(file))) {
      const [reference, found] = (await measureInTurns(file, [byAccount, one])) as [CaseFigures, CaseFigures]
      yield {
        ...found,
        transactions: { p50_ms: reference.p50_ms, p99_ms: reference.p99_ms, kilobytes: reference.kilobytes },
        ratio: Math.round((found.p99_ms / reference.p99_ms) * 100) / 100,
        goal: GOAL,
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const PAGE = { limit: 100, offset: 0, sort: 'desc' }

/** Times of transactions in the middle of the index, Unix seconds. */
function timesOf(file: string): readonly number[] {
  const connection = openReader(file)
  const row = connection.prepare<[], { least: number; most: number }>(
    'SELECT min(now) AS least, max(now) AS most FROM transactions',
  )
  const { least = 0, most = 0 } = row.get() ?? {}
  connection.close()
  return Array.from({ length: 100 }, (_, i) => Math.floor(least + ((most - least) * (i + 10)) / 120))
}

function casesOf(tokens: BigTokens, times: readonly number[]): readonly Case[] {
  const pick = (list: readonly Buffer[], i: number) => addressOf(list[(i * 7919) % list.length] as Buffer)
  /** Of the first ones, which have most rows. */
  const hot = (list: readonly Buffer[], i: number) => addressOf(list[i % 10] as Buffer)
  const hour = (i: number) => {
    const time = times[i % times.length] as number
    return { start_utime: time - 1800, end_utime: time + 1800 }
  }
  const of = (operation: ReadName, name: string, values: (i: number) => object): Case => ({
    name,
    operation,
    values: (i) => ({ ...PAGE, ...values(i) }),
  })
  const { jettons, wallets, owners, collections, items, multisigs, orders, vestings, domains } = tokens
  return [
    of('jetton/masters', 'all', () => ({})),
    of('jetton/masters', 'address', (i) => ({ address: [pick(jettons, i)] })),
    of('jetton/wallets', 'owner', (i) => ({ owner_address: [hot(owners, i)], sort: undefined })),
    of('jetton/wallets', 'owner by balance', (i) => ({ owner_address: [hot(owners, i)] })),
    of('jetton/wallets', 'holders by balance', (i) => ({ jetton_address: [hot(jettons, i)] })),
    of('jetton/wallets', 'holders, offset 1000, without zero', (i) => ({
      jetton_address: [hot(jettons, i)],
      exclude_zero_balance: true,
      offset: 1_000,
    })),
    of('jetton/wallets', 'owner and jetton', (i) => ({
      owner_address: [hot(owners, i)],
      jetton_address: [hot(jettons, i)],
    })),
    of('jetton/transfers', 'newest', () => ({})),
    of('jetton/transfers', 'owner', (i) => ({ owner_address: [hot(owners, i)] })),
    of('jetton/transfers', 'owner, received, in an hour', (i) => ({
      owner_address: [hot(owners, i)],
      direction: 'in',
      ...hour(i),
    })),
    of('jetton/transfers', 'jetton', (i) => ({ jetton_master: hot(jettons, i) })),
    of('jetton/transfers', 'wallet', (i) => ({ jetton_wallet: [pick(wallets, i)] })),
    of('jetton/burns', 'jetton', (i) => ({ jetton_master: hot(jettons, i) })),
    of('nft/collections', 'all', () => ({})),
    of('nft/items', 'collection', (i) => ({ collection_address: [hot(collections, i)] })),
    of('nft/items', 'owner', (i) => ({ owner_address: [hot(owners, i)] })),
    of('nft/items', 'collection, newest first', (i) => ({
      collection_address: [hot(collections, i)],
      sort_by_last_transaction_lt: true,
    })),
    of('nft/items', 'address', (i) => ({ address: [pick(items, i)] })),
    of('nft/transfers', 'collection', (i) => ({ collection_address: hot(collections, i) })),
    of('nft/transfers', 'owner', (i) => ({ owner_address: [hot(owners, i)] })),
    of('dns/records', 'domain', (i) => ({ domain: domains[(i * 7919) % domains.length] })),
    of('dns/records', 'wallet', (i) => ({ wallet: hot(owners, i) })),
    of('multisig/wallets', 'address', (i) => ({ address: [pick(multisigs, i)], include_orders: true })),
    of('multisig/wallets', 'member', (i) => ({ wallet_address: [hot(owners, i)] })),
    // The owner with most multisigs has 100 with 1,000 orders in the answer.
    of('multisig/wallets', 'member, with orders', (i) => ({
      wallet_address: [hot(owners, i)],
      include_orders: true,
    })),
    of('multisig/orders', 'multisig', (i) => ({ multisig_address: [pick(multisigs, i)] })),
    of('multisig/orders', 'address', (i) => ({ address: [pick(orders, i)] })),
    of('vesting', 'address', (i) => ({ contract_address: [pick(vestings, i)] })),
    of('vesting', 'wallet', (i) => ({ wallet_address: [hot(owners, i)], check_whitelist: true })),
    of('metadata', '100 accounts', (i) => ({
      address: Array.from({ length: 100 }, (_, k) => rawText(pick(wallets, i * 37 + k))),
    })),
  ]
}
