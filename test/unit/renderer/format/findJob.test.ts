import { describe, expect, it } from 'vitest'
import { findJob, type IndexTarget } from '../../../../src-renderer/format/findJob.ts'
import { friendlyAddress } from '../../../../src-renderer/format/friendlyAddress.ts'
import type { IndexJob } from '../../../../src-shared/schema/indexer.ts'

const ALICE = `0:${'1F'.repeat(32)}`
const BOB = `0:${'2E'.repeat(32)}`

function job(id: number, what: Partial<IndexJob>): IndexJob {
  return {
    id,
    kind: 'range',
    first: null,
    last: null,
    account: null,
    newest_first: true,
    state: 'running',
    detail: null,
    done: 0,
    total: null,
    rate: null,
    eta_seconds: null,
    ...what,
  }
}

const JOBS = [
  job(1, { kind: 'account', account: ALICE, state: 'failed' }),
  job(2, { first: 10, last: 20 }),
  job(3, { kind: 'account', account: BOB }),
  job(4, { kind: 'account', account: ALICE }),
  job(5, { first: 15, last: 40, state: 'paused' }),
]

describe('the job that brings what is wanted', () => {
  it.each<readonly [string, IndexTarget, number | undefined]>([
    ['an account, the newest order of it', { kind: 'account', address: ALICE }, 4],
    ['an account by its friendly form', { kind: 'account', address: friendlyAddress(BOB) }, 3],
    ['an account that nobody ordered', { kind: 'account', address: `0:${'33'.repeat(32)}` }, undefined],
    ['what is no address', { kind: 'account', address: 'alice' }, undefined],
    ['one block', { kind: 'blocks', from: 12, to: 12 }, 2],
    ['blocks of two orders, by the newer', { kind: 'blocks', from: 16, to: 20 }, 5],
    ['blocks that no order has all of', { kind: 'blocks', from: 12, to: 30 }, undefined],
    ['what happened lately', { kind: 'lately' }, 5],
  ])('%s', (_, wanted, id) => {
    expect(findJob(JOBS, wanted)?.id).toBe(id)
  })

  it('none where there are no jobs', () => {
    expect(findJob([], { kind: 'lately' })).toBeUndefined()
  })
})
