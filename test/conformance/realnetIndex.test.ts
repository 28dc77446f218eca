import { join } from 'node:path'
import { Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { V2Name, V2Result } from '#shared/schema/v2/operations.ts'
import type { V3Name, V3Result } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { openTemporaryGateway } from '../integration/gateway/temporaryGateway.ts'
import { indexedToHead } from '../integration/indexer/indexGateway.ts'
import { resultV3 } from '../integration/v3/v3Scene.ts'
import {
  blockIdOf,
  idOfBlock,
  rawAddress,
  shardOf,
  type V2Transaction,
  v2Extra,
  v2Transaction,
  v3Transaction,
} from './bothVersions.ts'
import { realnetBlocks } from './sharedBlocks.ts'
import { operationOf, readRecording } from './v2Recording.ts'
import { expectWalked, transactionsOf } from './walkedIndex.ts'

/**
 * The recorded network, indexed from its blocks: what v3 says beside what toncenter's own v2 server said of the same
 * chain. Of v3 nothing was recorded there.
 */

const HEAD = 860
/** Data whose cells lie deeper is left out by v3 (compatibility-v3 §6.1). */
const MAX_DATA_DEPTH = 12
/** Of an account without transactions. */
const NEVER = '0'

type Line<Name extends V2Name> = {
  readonly params: Readonly<Record<string, string>>
  readonly result: V2Result<Name>
}

describe('v3 on the recorded network', () => {
  const lines = readRecording(join(REALNET, 'v2-cpp.ndjson.gz'))

  /** What was recorded of an operation, its block being pinned. */
  function recorded<Name extends V2Name>(...names: Name[]): Line<Name>[] {
    return lines
      .filter(
        ({ method, status, note }) =>
          names.includes(operationOf(method) as Name) &&
          status === 200 &&
          !method.includes('?') &&
          !note?.startsWith('head'),
      )
      .map(({ params, response }) => ({
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, String([value].flat().at(0) ?? '')]),
        ),
        result: (response as { readonly result: unknown }).result as V2Result<Name>,
      }))
  }

  let gateway: { readonly url: string } & AsyncDisposable
  beforeAll(async () => {
    gateway = await openTemporaryGateway({ network: `archive:${REALNET}` }, async ({ url }) => {
      await indexedToHead(url)
      return { url }
    })
  })
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  const ask = <Name extends V3Name>(name: Name, params: Readonly<Record<string, unknown>>) =>
    resultV3(gateway.url, name, params) as Promise<V3Result<Name>>

  /** Whole histories and blocks as they were listed. */
  const histories = recorded('getTransactions', 'getTransactionsStd')
    // Without both they begin at the head of that moment.
    .filter(({ params }) => params.lt && params.hash)
    .map(({ params, result }) => ({
      params,
      transactions: Array.isArray(result) ? result : result.transactions,
    }))
  const located = recorded('tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx')
  const shown = recorded('getBlockTransactionsExt')

  it('lists every block and transaction as @ton/core reads them', async () => {
    const walk = [...realnetBlocks()].map(({ id, boc }) => ({
      workchain: id.workchain,
      shard: shardOf(id.shard.toString()),
      seqno: id.seqno,
      transactions: transactionsOf(Cell.fromBoc(boc)[0] as Cell),
    }))
    expect([walk.length, await expectWalked(gateway.url, walk)]).toEqual([2546, 4891])
    const { last, first } = await ask('masterchainInfo', {})
    expect([first.seqno, last.seqno]).toEqual([1, HEAD])
  })

  it('shows every recorded transaction with the same fees, phases, states and messages', async () => {
    const all = new Map<string, V2Transaction>()
    for (const transaction of [
      ...histories.flatMap(({ transactions }): readonly V2Transaction[] => transactions),
      ...located.map(({ result }) => result),
      ...shown.flatMap(({ result }) => result.transactions),
    ]) {
      all.set(transaction.transaction_id.hash, transaction)
    }
    const { transactions } = await ask('transactions', { hash: [...all.keys()], limit: 1000 })
    const ours = new Map(transactions.map((transaction) => [transaction.hash, transaction]))
    for (const [hash, transaction] of all) {
      expect(v3Transaction(ours.get(hash) as TransactionJson)).toEqual(v2Transaction(transaction))
    }
    expect([all.size, transactions.length]).toEqual([340, 340])
  })

  it('lists histories in the same order', async () => {
    const counts = { histories: 0, transactions: 0 }
    for (const { params, transactions } of histories) {
      const [newest] = transactions
      if (!newest) continue
      const { transactions: ours } = await ask('transactions', {
        account: params.address,
        end_lt: newest.transaction_id.lt,
        ...(params.to_lt && { start_lt: BigInt(params.to_lt) + 1n }),
        limit: params.limit ?? 10,
      })
      expect(ours.map(({ lt, hash }) => ({ lt, hash }))).toEqual(
        transactions.map(({ transaction_id: { lt, hash } }) => ({ lt, hash })),
      )
      counts.histories++
      counts.transactions += ours.length
    }
    expect(counts).toEqual({ histories: 124, transactions: 842 })
  })

  it('lists the transactions of blocks', async () => {
    const counts = { pages: 0, transactions: 0 }
    for (const { params, result } of recorded('getBlockTransactions', 'getBlockTransactionsExt')) {
      const { workchain, shard, seqno } = result.id
      const whole = await ask('transactions', { workchain, shard: shardOf(shard), seqno, limit: 1000 })
      // v2 lists by account, then lt.
      const places = whole.transactions
        .map(({ account, lt, hash }) => ({ account, lt: BigInt(lt), hash }))
        .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : Number(a.lt - b.lt)))
      const page = result.transactions.map((one) =>
        one['@type'] === 'blocks.shortTxId'
          ? { account: rawAddress(one.account), lt: BigInt(one.lt), hash: one.hash }
          : {
              account: one.account,
              lt: BigInt(one.transaction_id.lt),
              hash: one.transaction_id.hash,
            },
      )
      const from = places.findIndex(({ hash }) => hash === page[0]?.hash)
      expect(places.slice(Math.max(from, 0), from + page.length)).toEqual(page)
      if (params.after_lt === undefined) expect(from).toBe(page.length === 0 ? -1 : 0)
      expect(result.incomplete).toBe(from + page.length < places.length && page.length > 0)
      counts.pages++
      counts.transactions += page.length
    }
    expect(counts).toEqual({ pages: 55, transactions: 438 })
  })

  it('finds a message by its ends, and the transactions at both', async () => {
    let found = 0
    for (const [name, field] of [
      ['tryLocateTx', 'in_msg_tx_hash'],
      ['tryLocateResultTx', 'in_msg_tx_hash'],
      ['tryLocateSourceTx', 'out_msg_tx_hash'],
    ] as const) {
      for (const { params, result } of recorded(name)) {
        const { source, destination, created_lt: lt } = params
        const { messages } = await ask('messages', { source, destination, start_lt: lt, end_lt: lt })
        expect(messages.map((message) => message[field])).toEqual([result.transaction_id.hash])
        const direction = name === 'tryLocateSourceTx' ? 'out' : 'in'
        const byMessage = await ask('transactionsByMessage', { msg_hash: messages[0]?.hash, direction })
        expect(byMessage.transactions.map(({ hash }) => hash)).toEqual([result.transaction_id.hash])
        found++
      }
    }
    expect(found).toBe(94)
  })

  it('shows accounts in their current state, and in the state after a transaction', async () => {
    const counts = { now: 0, deep: 0, before: 0, never: 0 }
    const hashOf = (boc: string) => (boc === '' ? null : Cell.fromBase64(boc).hash().toString('base64'))
    for (const { params, result } of recorded('getAddressInformation')) {
      if (params.seqno === '') continue
      const { lt, hash } = result.last_transaction_id
      if (lt === NEVER) {
        const [first] = (await ask('transactions', { account: params.address, sort: 'asc', limit: 1 }))
          .transactions
        expect(first?.mc_block_seqno).toBeGreaterThan(Number(params.seqno))
        counts.never++
        continue
      }
      const common = {
        balance: result.balance,
        extra_currencies: v2Extra(result.extra_currencies),
        frozen_hash: result.frozen_hash === '' ? null : result.frozen_hash,
        data_hash: hashOf(result.data),
        code_hash: hashOf(result.code),
      }
      const status = result.state === 'uninitialized' ? 'uninit' : result.state
      const [last] = (await ask('transactions', { hash })).transactions
      const { hash: stateHash, ...after } = (last as TransactionJson).account_state_after
      expect(after).toEqual({ ...common, account_status: status })
      if (params.seqno !== String(HEAD)) {
        counts.before++
        continue
      }
      const [now] = (await ask('accountStates', { address: params.address })).accounts
      expect(now).toMatchObject({
        ...Object.fromEntries(Object.entries(common).filter(([, value]) => value !== null)),
        status,
        account_state_hash: stateHash,
        last_transaction_lt: lt,
        last_transaction_hash: hash,
      })
      const isDeep = result.data !== '' && Cell.fromBase64(result.data).depth() > MAX_DATA_DEPTH
      expect([hashOf(now?.code_boc ?? ''), hashOf(now?.data_boc ?? '')]).toEqual([
        common.code_hash,
        isDeep ? null : common.data_hash,
      ])
      counts.now++
      if (isDeep) counts.deep++
    }
    expect(counts).toEqual({ now: 20, deep: 1, before: 15, never: 1 })
  })

  it('lists wallets', async () => {
    const types = new Set<string>()
    for (const { params, result } of recorded('getWalletInformation')) {
      if (params.seqno !== String(HEAD)) continue
      const [ours] = (await ask('walletStates', { address: params.address })).wallets
      const { lt, hash } = result.last_transaction_id
      expect(ours).toMatchObject({
        is_wallet: result.wallet,
        balance: result.balance,
        status: result.account_state === 'uninitialized' ? 'uninit' : result.account_state,
        last_transaction_lt: lt,
        last_transaction_hash: hash,
      })
      expect([ours?.wallet_type, ours?.seqno, ours?.wallet_id, ours?.is_signature_allowed]).toEqual([
        result.wallet_type,
        result.seqno,
        result.wallet_id === undefined ? undefined : result.wallet_id >>> 0,
        result.is_signature_allowed,
      ])
      types.add(String(result.wallet_type))
    }
    expect([...types].toSorted()).toEqual([
      'undefined',
      ...['v1 r3', 'v3 r1', 'v3 r2', 'v4 r2', 'v5 r1'].map((version) => `wallet ${version}`),
    ])
  })

  it('shows the shards of a masterchain block', async () => {
    const seen = new Map<number, number>()
    for (const { params, result } of recorded('getShards')) {
      const { seqno } = params
      const { blocks } = await ask('masterchainBlockShardState', { seqno })
      const shards = blocks.filter(({ workchain }) => workchain !== -1)
      // A zero state is no block.
      const begun = result.shards.filter((shard) => shard.seqno > 0)
      expect(new Set(shards.map(idOfBlock))).toEqual(new Set(begun.map(blockIdOf)))
      expect(blocks.length - shards.length).toBe(1)
      seen.set(Number(seqno), shards.length)
    }
    expect([...seen].toSorted(([a], [b]) => a - b)).toEqual([
      [1, 0],
      [25, 2],
      [609, 2],
      [790, 2],
      [HEAD, 2],
    ])
  })

  it('shows headers', async () => {
    let count = 0
    for (const { result } of recorded('getBlockHeader')) {
      const { workchain, shard, seqno } = result.id
      const { blocks } = await ask('blocks', { workchain, shard: shardOf(shard), seqno })
      expect(blocks.map(idOfBlock)).toEqual([blockIdOf(result.id)])
      const [block] = blocks
      expect({
        global_id: block?.global_id,
        version: block?.version,
        after_merge: block?.after_merge,
        after_split: block?.after_split,
        before_split: block?.before_split,
        want_merge: block?.want_merge,
        want_split: block?.want_split,
        validator_list_hash_short: block?.validator_list_hash_short,
        catchain_seqno: block?.gen_catchain_seqno,
        min_ref_mc_seqno: block?.min_ref_mc_seqno,
        is_key_block: block?.key_block,
        // v2 has it of the masterchain's blocks only.
        prev_key_block_seqno: workchain === -1 ? block?.prev_key_block_seqno : 0,
        start_lt: block?.start_lt,
        end_lt: block?.end_lt,
        gen_utime: Number(block?.gen_utime),
        prev_blocks: block?.prev_blocks,
      }).toEqual({
        ...Object.fromEntries(Object.entries(result).filter(([name]) => !['@type', 'id'].includes(name))),
        prev_blocks: result.prev_blocks.map(({ workchain, shard, seqno }) => ({
          workchain,
          shard: shardOf(shard),
          seqno,
        })),
      })
      count++
    }
    for (const { result } of recorded('lookupBlock')) {
      const { blocks } = await ask('blocks', { root_hash: result.root_hash })
      expect(blocks.map(idOfBlock)).toEqual([blockIdOf(result)])
      count++
    }
    expect(count).toBe(22)
  })
})
