import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import type { LiteSession } from '../../../../src-main/liteserver/session.ts'
import { blockId, fakeNetwork } from './fakeSession.ts'

const ADDRESS = parseAddress(`0:${'ab'.repeat(32)}`) as TonAddress

/** A transaction without messages whose predecessor is lt - 1. */
function transactionCell(lt: number): Cell {
  const hashUpdate = beginCell().storeUint(0x72, 8).storeUint(0, 512).endCell()
  // trans_storage$0001 with storage_fees_collected 3.
  const description = beginCell().storeUint(1, 4).storeCoins(3).storeUint(0, 2).endCell()
  return beginCell()
    .storeUint(0b0111, 4)
    .storeBuffer(Buffer.from(ADDRESS.hash))
    .storeUint(lt, 64)
    .storeBuffer(Buffer.alloc(32, lt - 1))
    .storeUint(lt - 1, 64)
    .storeUint(1_700_000_000 + lt, 32)
    .storeUint(0, 15)
    .storeUint(0b1010, 4)
    .storeRef(beginCell().storeBit(0).storeBit(0))
    .storeCoins(10)
    .storeBit(0)
    .storeRef(hashUpdate)
    .storeRef(description)
    .endCell()
}

/** An account with transactions 1…head; records the count of each query. */
function historyOf(head: number) {
  const asked: { lt: bigint; count: number }[] = []
  const session: Partial<LiteSession> = {
    last: async () => blockId(-1, 860),
    account: async (block) => ({
      block,
      shardBlock: blockId(0, 1),
      shardUtime: 0,
      account: undefined,
      lastTransLt: BigInt(head),
      lastTransHash: Buffer.alloc(32, head),
    }),
    transactions: async (_address, lt, _hash, count) => {
      asked.push({ lt, count })
      const newest = Number(lt)
      const length = Math.min(count, 16, newest)
      return Array.from({ length }, (_, i) => ({ transaction: transactionCell(newest - i) }))
    },
  }
  return { ...fakeNetwork(session), asked }
}

const values = {
  address: ADDRESS,
  limit: 10,
  lt: undefined,
  hash: undefined,
  to_lt: 0n,
  archival: undefined,
}

describe('getTransactions', () => {
  const ltsOf = async (head: number, options: object) => {
    const { network, asked } = historyOf(head)
    const result = await createV2Api({ network }).call('getTransactions', { ...values, ...options }).result
    return { lts: result.map((item) => Number(item.transaction_id.lt)), asked }
  }

  it('reads pages of ten from the newest transaction to the limit', async () => {
    const { lts, asked } = await ltsOf(100, { limit: 25 })
    expect(lts).toEqual(Array.from({ length: 25 }, (_, i) => 100 - i))
    expect(asked).toEqual([
      { lt: 100n, count: 10 },
      { lt: 90n, count: 10 },
      { lt: 80n, count: 5 },
    ])
  })

  it('starts at (lt, hash), inclusive', async () => {
    const { lts } = await ltsOf(100, { lt: 50n, hash: Buffer.alloc(32), limit: 2 })
    expect(lts).toEqual([50, 49])
  })

  it('leaves out transactions at or before to_lt and stops there', async () => {
    const { lts, asked } = await ltsOf(100, { limit: 50, to_lt: 85n })
    expect(lts).toEqual(Array.from({ length: 15 }, (_, i) => 100 - i))
    expect(asked).toHaveLength(2)
  })

  it('ends where the history ends', async () => {
    expect((await ltsOf(3, {})).lts).toEqual([3, 2, 1])
    expect(await ltsOf(0, {})).toEqual({ lts: [], asked: [] })
  })

  it('uses archival servers for archival=true, and any server for archival=false', async () => {
    for (const [archival, expected] of [
      [true, [{ archival: true }]],
      [false, [{}]],
      [undefined, [{}]],
    ] as const) {
      const { network, opened } = historyOf(1)
      await createV2Api({ network }).call('getTransactions', { ...values, archival }).result
      expect(opened).toEqual(expected)
    }
  })
})

describe('getTransactionsStd', () => {
  const pointerOf = async (head: number, options: object) => {
    const { network, asked } = historyOf(head)
    const result = await createV2Api({ network }).call('getTransactionsStd', { ...values, ...options }).result
    const { previous_transaction_id: previous, transactions } = result
    return { previous: previous.lt, length: transactions.length, asked: asked.map(({ count }) => count) }
  }

  it('returns the position before the last page that was read', async () => {
    expect(await pointerOf(100, { limit: 40 })).toEqual({ previous: '60', length: 40, asked: [16, 16, 8] })
  })

  it('returns the position after the cut if to_lt shortens the page', async () => {
    expect(await pointerOf(100, { limit: 40, to_lt: 95n })).toEqual({
      previous: '84',
      length: 5,
      asked: [16],
    })
  })

  it('ends with lt 0 and the zero hash', async () => {
    const { network } = historyOf(2)
    const result = await createV2Api({ network }).call('getTransactionsStd', values).result
    expect(result.previous_transaction_id).toEqual({
      '@type': 'internal.transactionId',
      lt: '0',
      hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    })
  })

  it('answers lt 0 with an empty list', async () => {
    expect(await pointerOf(5, { lt: 0n, hash: Buffer.alloc(32) })).toEqual({
      previous: '0',
      length: 0,
      asked: [],
    })
  })
})

describe('getBlockTransactions', () => {
  const block = blockId(0, 784, 0x4000_0000_0000_0000n)
  const all = Array.from({ length: 300 }, (_, i) => ({
    account: Buffer.alloc(32, i & 0xff),
    lt: BigInt(i + 1),
    hash: Buffer.alloc(32, 1),
  }))
  const blockValues = {
    workchain: 0,
    shard: 0x4000_0000_0000_0000n,
    seqno: 784,
    root_hash: undefined,
    file_hash: undefined,
    after_lt: undefined,
    after_hash: undefined,
    count: 40,
  }

  function api() {
    const asked: [number, bigint | undefined][] = []
    const { network } = fakeNetwork({
      lookupBlock: async () => block,
      blockTransactions: async (_id, count, after) => {
        asked.push([count, after?.lt])
        const start = Number(after?.lt ?? 0n)
        const transactions = all.slice(start, start + Math.min(count, 256))
        return { transactions, incomplete: start + transactions.length < all.length }
      },
    })
    return { api: createV2Api({ network }), asked }
  }

  it('joins pages of 256', async () => {
    const { api: v2, asked } = api()
    const result = await v2.call('getBlockTransactions', { ...blockValues, count: 1000 }).result
    expect(result.transactions.map(({ lt }) => Number(lt))).toEqual(all.map(({ lt }) => Number(lt)))
    expect([result.req_count, result.incomplete]).toEqual([1000, false])
    expect(asked).toEqual([
      [256, undefined],
      [256, 256n],
    ])
  })

  it('stops at count and reports incomplete', async () => {
    const result = await api().api.call('getBlockTransactions', blockValues).result
    expect([result.transactions.length, result.incomplete]).toEqual([40, true])
    expect(result.transactions[0]).toEqual({
      '@type': 'blocks.shortTxId',
      mode: 135,
      account: `0:${'00'.repeat(32)}`,
      lt: '1',
      hash: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
    })
  })

  it('continues after a given transaction', async () => {
    const { api: v2, asked } = api()
    await v2.call('getBlockTransactions', {
      ...blockValues,
      count: 3,
      after_lt: 7n,
      after_hash: Buffer.alloc(32, 6),
    }).result
    expect(asked).toEqual([[3, 7n]])
  })

  it('takes the block from its hashes without looking it up', async () => {
    const { network } = fakeNetwork({
      blockTransactions: async () => ({ transactions: [], incomplete: false }),
    })
    const hashes = { root_hash: Buffer.alloc(32, 1), file_hash: Buffer.alloc(32, 2) }
    const result = await createV2Api({ network }).call('getBlockTransactions', { ...blockValues, ...hashes })
      .result
    expect(result.id.root_hash).toBe('AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=')
  })
})
