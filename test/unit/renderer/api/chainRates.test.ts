import { describe, expect, it } from 'vitest'
import { masterchainBlockId } from '../../../../src-renderer/api/blockId.ts'
import { chainRates, formatRate } from '../../../../src-renderer/api/chainRates.ts'
import type { MasterSummary } from '../../../../src-renderer/api/masterSummary.ts'

const summary = (seqno: number, utime: number, transactions: number): MasterSummary => ({
  seqno,
  utime,
  rootHash: '',
  isKeyBlock: false,
  globalId: -777,
  shards: [],
  blocks: [{ blockId: masterchainBlockId(seqno), transactions, more: false, quiet: false }],
})

describe('chainRates', () => {
  it('counts blocks and transactions between the oldest and the newest', () => {
    const summaries = Array.from({ length: 11 }, (_, i) => summary(100 - i, 1000 - 2 * i, 6))
    expect(chainRates(summaries)).toEqual({ blocks: 0.5, transactions: 3 })
  })

  it('counts only blocks after the newest time in which the chain stood still', () => {
    const run = Array.from({ length: 10 }, (_, i) => summary(50 - i, 90_000 - 5 * i, 10))
    // A scenario moved the time by ten minutes after every third block.
    const played = Array.from({ length: 30 }, (_, i) =>
      summary(40 - i, 80_000 - 3 * i - 600 * Math.floor(i / 3), 99),
    )
    expect(chainRates([...run, ...played])).toEqual({ blocks: 0.2, transactions: 2 })
    expect(chainRates([...run.slice(-3), ...played])).toEqual({ blocks: 0.2, transactions: 2 })
    expect(chainRates([...run.slice(-2), ...played])).toBeUndefined()
    expect(chainRates([...run.slice(-1), ...played])).toBeUndefined()
  })

  it('counts a chain whose blocks are all far apart', () => {
    const slow = Array.from({ length: 9 }, (_, i) => summary(9 - i, 9_000 - 200 * i, 10))
    expect(chainRates(slow)).toEqual({ blocks: 0.005, transactions: 0.05 })
  })

  it('returns undefined for too few blocks, or for blocks of one second', () => {
    expect(chainRates([summary(2, 10, 1), summary(1, 8, 1)])).toBeUndefined()
    expect(chainRates(Array.from({ length: 10 }, (_, i) => summary(20 - i, 50, 1)))).toBeUndefined()
    expect(chainRates([])).toBeUndefined()
  })

  it('ignores the time between the newest block of a restarted chain and the block before', () => {
    expect(chainRates([summary(3, 9_000, 1), summary(2, 10, 1), summary(1, 8, 1)])).toBeUndefined()
  })
})

describe('formatRate', () => {
  it('keeps two digits that matter', () => {
    expect([0, 0.314, 2.44, 48.2, 1234.5].map(formatRate)).toEqual(['0', '0.31', '2.4', '48', '1235'])
  })

  it('does not round a small rate to zero', () => {
    expect(formatRate(0.0015)).toBe('< 0.01')
  })
})
