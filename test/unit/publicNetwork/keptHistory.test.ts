import { describe, expect, it } from 'vitest'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { KeptHistory } from '../../publicNetwork/keptHistory.ts'

const blockOf = (seqno: number) => ({
  workchain: 0,
  shard: 0x8000000000000000n,
  seqno,
  rootHash: Buffer.alloc(32),
  fileHash: Buffer.alloc(32),
})

describe('the history that a far server keeps', () => {
  it('is the newest blocks and states of each workchain', () => {
    const history = new KeptHistory({ blocks: 10, states: 5 })
    history.note(-1, 100)
    history.note(0, 300)
    expect([90, 91].map((seqno) => history.has('blocks', -1, seqno))).toEqual([false, true])
    expect([95, 96].map((seqno) => history.has('states', -1, seqno))).toEqual([false, true])
    expect([290, 291].map((seqno) => history.has('blocks', 0, seqno))).toEqual([false, true])
  })

  it('is everything on an archival server', () => {
    const history = new KeptHistory(undefined)
    history.note(0, 1_000_000)
    expect(history.has('states', 0, 1)).toBe(true)
  })

  it('ends a list of transactions where the kept blocks do', () => {
    const history = new KeptHistory({ blocks: 10, states: 5 })
    history.note(0, 100)
    const fn = liteApi.getTransactions
    const kept = (...seqnos: number[]) =>
      history.keptTransactions(
        fn,
        fn.encodeResponse({ ids: seqnos.map(blockOf), transactions: Buffer.alloc(0) }),
      )
    expect([kept(100, 95), kept(100, 91, 90, 20), kept(50, 20)]).toEqual([undefined, 2, 0])
  })
})
