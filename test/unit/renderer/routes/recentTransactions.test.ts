import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { masterchainBlockId } from '../../../../src-renderer/api/blockId.ts'
import type { MasterRow } from '../../../../src-renderer/api/masterSummary.ts'
import type { TransactionView } from '../../../../src-renderer/decode/transactionView.ts'
import {
  blocksToRead,
  isSystemTransaction,
  newestFirst,
  PER_BLOCK,
  recentTraces,
} from '../../../../src-renderer/routes/home/recentTransactions.ts'

const row = (seqno: number, transactions: number): MasterRow => ({
  seqno,
  error: null,
  summary: {
    seqno,
    utime: seqno,
    rootHash: '',
    isKeyBlock: false,
    globalId: -777,
    shards: [],
    blocks: [
      { blockId: masterchainBlockId(seqno), transactions: 3, more: false, quiet: true },
      { blockId: { workchain: 0, shard: FULL_SHARD, seqno }, transactions, more: false, quiet: false },
    ],
  },
})

describe('blocksToRead', () => {
  it('reads blocks with transactions, newest first, until the page is full', () => {
    const { blocks, found, complete } = blocksToRead([row(9, 0), row(8, 5), row(7, 100), row(6, 1)], 10)
    expect(blocks.map(({ blockId }) => blockId.seqno)).toEqual([8, 7])
    expect({ found, complete }).toEqual({ found: 5 + PER_BLOCK, complete: true })
  })

  it('waits for a row that is still unknown rather than skipping it', () => {
    const unknown = { seqno: 8, error: null, summary: undefined }
    expect(blocksToRead([row(9, 1), unknown, row(7, 9)], 10)).toMatchObject({ found: 1, complete: false })
  })

  it('continues after a row that could not be read', () => {
    const failed = { seqno: 8, error: new Error('gone'), summary: undefined }
    expect(blocksToRead([row(9, 1), failed, row(7, 9)], 10)).toMatchObject({ found: 10, complete: true })
  })
})

const view = (fields: { hash: string; in?: string; out?: string[]; utime?: number; lt?: string }) =>
  ({
    hash: fields.hash,
    utime: fields.utime ?? 0,
    lt: fields.lt ?? '0',
    inMessage: fields.in === undefined ? undefined : { hash: fields.in },
    outMessages: (fields.out ?? []).map((hash) => ({ hash })),
    decoded: undefined,
  }) as unknown as TransactionView

describe('recentTraces', () => {
  it('has one row for transactions that messages connect, in the place of the newest one', () => {
    const views = [
      view({ hash: 'third', in: 'm2', out: [] }),
      view({ hash: 'stranger', in: 'm9' }),
      view({ hash: 'second', in: 'm1', out: ['m2'] }),
      view({ hash: 'first', in: 'x', out: ['m1'] }),
    ]
    const rows = recentTraces(views).map(({ key, hash, view: shown }) => [key, hash, shown.hash])
    expect(rows).toEqual([
      ['first', 'third', 'first'],
      ['stranger', 'stranger', 'stranger'],
    ])
  })

  it('keeps the key of a row when the trace grows', () => {
    const sender = view({ hash: 'sender', in: 'x', out: ['m1'] })
    const grown = recentTraces([view({ hash: 'receiver', in: 'm1' }), sender])
    expect(grown.map(({ key }) => key)).toEqual(recentTraces([sender]).map(({ key }) => key))
  })

  it('shows the transaction that failed', () => {
    const compute = { type: 'vm', success: false, exitCode: 35 }
    const decoded = { kind: 'ordinary', phases: { aborted: true, compute } }
    const failed = { ...view({ hash: 'failed', in: 'm1' }), decoded } as unknown as TransactionView
    const [row] = recentTraces([failed, view({ hash: 'sender', in: 'x', out: ['m1'] })])
    expect(row).toMatchObject({ key: 'sender', hash: 'failed', view: { hash: 'failed' } })
  })
})

describe('isSystemTransaction', () => {
  it('tells the message of a block from one that the account with the system address sent', () => {
    const received = (createdLt: string) => ({
      ...view({ hash: 'receiver' }),
      inMessage: {
        hash: 'm',
        kind: 'internal',
        source: `-1:${'0'.repeat(64)}`,
        createdLt,
        body: {},
        value: 0n,
        currencies: [],
      },
    })
    const answers = ['7000000', '7000003'].map((lt) => isSystemTransaction(received(lt) as never))
    expect(answers).toEqual([true, false])
  })
})

describe('newestFirst', () => {
  it('goes by time, then by logical time as a number', () => {
    const views = [
      view({ hash: 'a', utime: 1, lt: '9' }),
      view({ hash: 'b', utime: 2, lt: '9' }),
      view({ hash: 'c', utime: 2, lt: '10' }),
    ]
    expect(newestFirst(views).map(({ hash }) => hash)).toEqual(['c', 'b', 'a'])
  })
})
