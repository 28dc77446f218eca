import { describe, expect, it } from 'vitest'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { createAccountRows } from '../../../src-main/store/write/accounts.ts'
import { createHistoryRows, type HistoryRange, joinRanges } from '../../../src-main/store/write/history.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'

function range(mcSeqno: number, oldestLt: number, newestLt: number, more: Partial<HistoryRange> = {}) {
  const lts = { oldestLt: BigInt(oldestLt), newestLt: BigInt(newestLt) }
  return { mcSeqno, ...lts, isComplete: false, searchedSeqno: 0, ...more }
}

const COMPLETE = { isComplete: true, searchedSeqno: 3 }

describe('joinRanges', () => {
  it('keeps what another fetch has read, in either order', () => {
    const whole = range(40, 1, 90, COMPLETE)
    const page = range(40, 60, 90)
    expect(joinRanges(whole, page)).toEqual(whole)
    expect(joinRanges(page, whole)).toEqual(whole)
  })

  it('joins ranges as of different heads that overlap', () => {
    const older = range(40, 1, 60, COMPLETE)
    const newer = range(41, 50, 90)
    const both = range(41, 1, 90, COMPLETE)
    expect(joinRanges(older, newer)).toEqual(both)
    expect(joinRanges(newer, older)).toEqual(both)
  })

  it('keeps the newer of two ranges with a gap between them, and the searched blocks of both', () => {
    const older = range(40, 1, 50, COMPLETE)
    const newer = range(41, 60, 90)
    expect(joinRanges(older, newer)).toEqual({ ...newer, searchedSeqno: 3 })
    expect(joinRanges(newer, older)).toEqual({ ...newer, searchedSeqno: 3 })
  })

  it('keeps the newer one of an account that has ended, or exists again', () => {
    const existing = range(40, 1, 50)
    const ended = range(41, 0, 0, { isComplete: true, searchedSeqno: 41 })
    const again = range(42, 70, 70)
    expect(joinRanges(existing, ended)).toEqual(ended)
    expect(joinRanges(ended, existing)).toEqual(ended)
    expect(joinRanges(ended, again)).toEqual({ ...again, searchedSeqno: 41 })
  })
})

describe('the rows of account_coverage', () => {
  it('lose nothing to a fetch of fewer transactions that ends later', () => {
    withWriter(({ connection }) => {
      const rows = createHistoryRows(connection, createAccountRows(connection))
      const account = Buffer.alloc(33, 7)
      rows.write({ account, ...range(40, 1, 90, COMPLETE) })
      rows.write({ account, ...range(40, 60, 90) })
      const found = readerOf(connection).all('SELECT * FROM account_coverage', [])
      expect(found).toMatchObject([
        { mc_seqno: 40n, oldest_lt: 1n, newest_lt: 90n, is_complete: 1n, searched_seqno: 3n },
      ])
    })
  })
})
