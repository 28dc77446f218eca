import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import { resultV3 } from '../v3/v3Scene.ts'
import type { Question } from './indexRig.ts'
import { openRoundTripRig, type RoundTripRig, type V2Question } from './roundTripRig.ts'
import type { RoundTrips } from './roundTripServer.ts'

/** Set to print the queries of each round. */
const SHOW = process.env.SHOW_ROUND_TRIPS

let rig: RoundTripRig
beforeAll(async () => {
  rig = await openRoundTripRig()
}, 120_000)
afterAll(() => rig?.[Symbol.asyncDispose]())

type Limits = { readonly rounds: number; readonly queries: number }

/**
 * Time without a new query that ends a round trip, ms, at each attempt. A busy machine splits round trips, because a
 * thread takes longer, and can still send queries of the question before.
 */
const QUIET_MS = [30, 60, 200, 600]

/** Checks what a question takes at least. @param before a question that the same gateway has answered */
async function expectCost(limits: Limits, question: Question | V2Question, before?: Question): Promise<void> {
  const { rounds, queries, repeated, names } = await leastCost(limits, question, before)
  const text = names.map((round, index) => `${index + 1}: ${countsOf(round)}`).join('\n')
  if (SHOW)
    console.log(
      `${JSON.stringify(question)}: ${rounds} rounds, ${queries} queries, ${repeated} repeated\n${text}`,
    )
  expect(rounds, text).toBeLessThanOrEqual(limits.rounds)
  expect(queries, text).toBeLessThanOrEqual(limits.queries)
  expect(queries, 'nothing was counted').toBeGreaterThan(0)
  expect(repeated, `${text}: asked twice`).toBe(0)
}

async function leastCost(limits: Limits, question: Question | V2Question, before?: Question) {
  let cost: RoundTrips | undefined
  for (const quietMs of QUIET_MS) {
    cost = await rig.cost(question, before, quietMs)
    if (cost.rounds <= limits.rounds && cost.queries <= limits.queries) break
  }
  return cost as RoundTrips
}

function countsOf(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name)
  return [...groups].map(([name, all]) => `${all.length} ${name}`).join(', ')
}

/** A trace of at most 12 transactions, the one with the most. */
async function middleTrace(): Promise<TraceJson> {
  const { traces } = await resultV3(rig.scene.url, 'traces', { limit: 200 })
  const sizeOf = ({ trace_info }: TraceJson) => trace_info.transactions
  const [largest] = traces.filter((trace) => sizeOf(trace) <= 12).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (!largest) throw new Error('the scenario has no trace')
  return largest
}

/** An account most of whose transactions share their blocks with others of them. */
async function sharedBlocks() {
  const { transactions } = await resultV3(rig.scene.url, 'transactions', { limit: 1000 })
  const accounts = [...Map.groupBy(transactions, ({ account }) => account)].map(([account, all]) => {
    const blocks = new Set(all.map(({ block_ref: { shard, seqno } }) => `${shard}:${seqno}`)).size
    return { account, blocks, count: all.length }
  })
  const [most] = accounts
    .filter(({ account }) => account.startsWith('0:'))
    .sort((a, b) => b.count / b.blocks - a.count / a.blocks)
  if (!most || most.count < 4 * most.blocks) throw new Error('no account has several transactions in a block')
  return most
}

describe('a question to a far liteserver by a gateway whose head is followed', { timeout: 60_000 }, () => {
  it('about the state of an account takes one round trip and one query', async () => {
    const address = rig.scene.alice
    for (const v2 of ['getAddressInformation', 'getAddressBalance', 'getWalletInformation'] as const)
      await expectCost({ rounds: 1, queries: 1 }, { v2, params: { address } })
    for (const name of ['accountStates', 'walletStates'] as const)
      await expectCost({ rounds: 1, queries: 1 }, { name, params: { address } })
  })

  it('about the state of an account reads the index once before the query and once after it', async () => {
    const address = rig.scene.alice
    expect(await rig.readsAtHead({ name: 'accountStates', params: { address } })).toBe(2)
  })

  it('to v2 about 20 transactions takes three round trips', async () => {
    const params = { address: rig.scene.alice, limit: 20 }
    await expectCost({ rounds: 3, queries: 3 }, { v2: 'getTransactions', params })
  })

  it('about a token takes five round trips at most', async () => {
    const { url } = rig.scene
    const { jetton_wallets } = await resultV3(url, 'jetton/wallets', { limit: 1 })
    const { jetton_masters } = await resultV3(url, 'jetton/masters', { limit: 1 })
    const { nft_items } = await resultV3(url, 'nft/items', { limit: 1 })
    const wallet = jetton_wallets[0]?.address
    const master = jetton_masters[0]?.address
    const item = nft_items[0]?.address
    const method = { address: wallet, method: 'get_wallet_data', stack: [] }
    await expectCost({ rounds: 2, queries: 2 }, { v2: 'runGetMethod', params: method })
    for (const address of [wallet, master, item])
      await expectCost({ rounds: 3, queries: 3 }, { v2: 'getTokenData', params: { address } })
    await expectCost({ rounds: 4, queries: 3 }, { name: 'jetton/wallets', params: { address: wallet } })
    await expectCost({ rounds: 4, queries: 3 }, { name: 'jetton/masters', params: { address: master } })
    await expectCost({ rounds: 4, queries: 3 }, { name: 'nft/items', params: { address: item } })
  })

  it('to v3 about 20 transactions, with traces and names, takes 10 round trips at most', async () => {
    const params = { account: rig.scene.alice, limit: 20 }
    await expectCost({ rounds: 10, queries: 60 }, { name: 'transactions', params })
  })

  it('about the traces of an account takes 18 round trips at most', async () => {
    const params = { account: rig.scene.alice, limit: 10, include_actions: true }
    await expectCost({ rounds: 18, queries: 150 }, { name: 'traces', params })
  })

  it('about the trace of a listed transaction takes six round trips at most', async () => {
    const { trace_id: hash, transactions } = await middleTrace()
    const account = hash && transactions?.[hash]?.account
    await expectCost(
      { rounds: 6, queries: 20 },
      { name: 'traces', params: { tx_hash: hash } },
      { name: 'transactions', params: { account, limit: 1000 } },
    )
  })

  it('about a transaction by its hash reads no list again that an earlier search has read', async () => {
    const { transactions } = await resultV3(rig.scene.url, 'transactions', { limit: 100 })
    const [newer, older] = [transactions[20], transactions[60]]
    const byHash = (one: typeof newer): Question => ({ name: 'transactions', params: { hash: one?.hash } })
    const { names } = await rig.cost(byHash(newer), byHash(older))
    const lists = ['listBlockTransactions', 'getBlock']
    expect(names.flat().filter((name) => lists.includes(name))).toEqual([])
  })

  it('about an account that does not exist reads no list again', async () => {
    const history = (byte: string): Question => ({
      name: 'transactions',
      params: { account: `0:${byte.repeat(32)}` },
    })
    const { names } = await rig.cost(history('77'), history('76'))
    expect(names.flat().filter((name) => name.startsWith('listBlockTransactions'))).toEqual([])
  })

  it('about a history looks up each block once, however many of the transactions it has', async () => {
    const { account, count } = await sharedBlocks()
    const { names } = await rig.cost({ name: 'transactions', params: { account, limit: count } })
    const lookups = names.flat().filter((name) => name === 'lookupBlockWithProof')
    expect(lookups.length).toBeLessThan(count)
  })

  it('about a transaction of which only the hash is known takes two queries a masterchain block', async () => {
    const { transactions } = await resultV3(rig.scene.url, 'transactions', { limit: 1000 })
    const { head } = rig.scene
    const far = transactions.find(({ mc_block_seqno: seqno }) => seqno > 0 && seqno <= head - 30)
    if (!far) throw new Error('the chain is too short')
    // Eight blocks are searched at once.
    const searched = head - far.mc_block_seqno + 8
    const { names, queries } = await rig.cost({ name: 'transactions', params: { hash: far.hash } })
    expect(queries, countsOf(names.flat())).toBeLessThan(2.2 * searched + 15)
  })

  it('about a block takes four round trips at most', async () => {
    const { head } = rig.scene
    await expectCost(
      { rounds: 3, queries: 6 },
      { name: 'blocks', params: { workchain: -1, shard: '8000000000000000', seqno: head } },
    )
    await expectCost(
      { rounds: 4, queries: 9 },
      { name: 'transactionsByMasterchainBlock', params: { seqno: head - 2 } },
    )
  })
})
