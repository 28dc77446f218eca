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

  it('returns undefined for too few blocks, or for blocks of one second', () => {
    expect(chainRates([summary(2, 10, 1), summary(1, 8, 1)])).toBeUndefined()
    expect(chainRates(Array.from({ length: 10 }, (_, i) => summary(20 - i, 50, 1)))).toBeUndefined()
    expect(chainRates([])).toBeUndefined()
  })
})

describe('formatRate', () => {
  it('keeps two digits that matter', () => {
    expect([0, 0.314, 2.44, 48.2, 1234.5].map(formatRate)).toEqual(['0', '0.31', '2.4', '48', '1235'])
  })
})
