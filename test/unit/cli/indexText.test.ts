import { expect, test } from 'vitest'
import type { IndexJob } from '#shared/schema/indexer.ts'
import { jobText } from '../../../src-main/cli/indexText.ts'

const RANGE: IndexJob = {
  id: 3,
  kind: 'range',
  first: 100,
  last: 200,
  account: null,
  newest_first: true,
  state: 'running',
  detail: null,
  done: 40,
  total: 101,
  rate: 12.5,
  eta_seconds: 5,
}
const ACCOUNT: IndexJob = {
  ...RANGE,
  kind: 'account',
  first: null,
  last: null,
  account: '0:AB',
  total: null,
  eta_seconds: null,
}

test.each<[IndexJob, string]>([
  [RANGE, 'job 3 (blocks 100-200, newest first): running, 40 of 101, 12.5/s, 5 s left'],
  [ACCOUNT, 'job 3 (account 0:AB): running, 40 transactions so far, total unknown, 12.5/s'],
  [
    { ...ACCOUNT, state: 'paused', rate: null, done: 1 },
    'job 3 (account 0:AB): paused, 1 transaction so far, total unknown',
  ],
  [{ ...ACCOUNT, state: 'done', rate: null }, 'job 3 (account 0:AB): done, 40 transactions'],
])('a job %#', (job, text) => {
  expect(jobText(job)).toBe(text)
})
