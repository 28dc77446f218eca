import { describe, expect, it } from 'vitest'
import { masterchainBlockId } from '../../../../src-renderer/api/blockId.ts'
import {
  countOf,
  type MasterRow,
  seqnosUpTo,
  withoutLoadingTop,
} from '../../../../src-renderer/api/masterSummary.ts'

const row = (seqno: number, state: 'known' | 'loading' | 'failed'): MasterRow => ({
  seqno,
  error: state === 'failed' ? new Error('gone') : null,
  summary:
    state === 'known'
      ? {
          seqno,
          utime: 0,
          rootHash: '',
          isKeyBlock: false,
          globalId: -777,
          shards: [],
          blocks: [
            { blockId: masterchainBlockId(seqno), transactions: 2, more: false, quiet: false },
            { blockId: masterchainBlockId(seqno), transactions: 256, more: true, quiet: false },
          ],
        }
      : undefined,
})

describe('seqnosUpTo', () => {
  it('goes down from the newest and never below 1', () => {
    expect(seqnosUpTo(5, 3)).toEqual([5, 4, 3])
    expect(seqnosUpTo(2, 10)).toEqual([2, 1])
    expect(seqnosUpTo(0, 10)).toEqual([])
  })
})

describe('withoutLoadingTop', () => {
  it('waits with new blocks until they are known', () => {
    const rows = [row(9, 'loading'), row(8, 'loading'), row(7, 'known'), row(6, 'loading')]
    expect(withoutLoadingTop(rows).map(({ seqno }) => seqno)).toEqual([7, 6])
  })

  it('keeps a failed block, and everything while nothing is known', () => {
    expect(withoutLoadingTop([row(9, 'failed'), row(8, 'known')])).toHaveLength(2)
    expect(withoutLoadingTop([row(9, 'loading'), row(8, 'loading')])).toHaveLength(2)
  })
})

describe('countOf', () => {
  it('adds up all blocks and reports uncounted ones', () => {
    expect(countOf(row(1, 'known').summary as NonNullable<MasterRow['summary']>)).toEqual({
      transactions: 258,
      more: true,
    })
  })
})
