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

describe('findJob', () => {
  it.each<readonly [string, IndexTarget, number | undefined]>([
    ['an account with two jobs, the newer', { kind: 'account', address: ALICE }, 4],
    ['an account by its friendly form', { kind: 'account', address: friendlyAddress(BOB) }, 3],
    ['an account without a job', { kind: 'account', address: `0:${'33'.repeat(32)}` }, undefined],
    ['an invalid address', { kind: 'account', address: 'alice' }, undefined],
    ['one block', { kind: 'blocks', from: 12, to: 12 }, 2],
    ['blocks of two jobs, the newer', { kind: 'blocks', from: 16, to: 20 }, 5],
    ['blocks that no single job covers', { kind: 'blocks', from: 12, to: 30 }, undefined],
    ['recent blocks', { kind: 'lately' }, 5],
  ])('finds the job for %s', (_, wanted, id) => {
    expect(findJob(JOBS, wanted)?.id).toBe(id)
  })

  it('returns undefined without jobs', () => {
    expect(findJob([], { kind: 'lately' })).toBeUndefined()
  })
})
