import { describe, expect, it } from 'vitest'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import { coverageLine, groupedNumber } from '../../../../src-renderer/format/coverage.ts'

const STATUS: IndexStatus = {
  mode: 'follow',
  state: 'following',
  detail: null,
  coverage: [{ first: 1, last: 12849 }],
  behind: 0,
  rate: { blocks: 0, transactions: 0 },
  disk: { index_bytes: 0, wal_bytes: 0, archive_bytes: 0, limit_bytes: null, free_bytes: null },
  detection: { pending: 0, rechecks: 0, waiting: 0, detail: null },
  classification: { pending: 0, detail: null, again: { done: 0, total: 0, changed: 0 } },
  integrity: null,
  jobs: [],
}

/** Without the thin spaces between thousands. */
const plain = (text: string) => text.replaceAll('\u2009', '')

describe('coverageLine', () => {
  it.each([
    ['everything', {}, 'indexed 1–12849 (all)', 'plain'],
    ['from later on', { coverage: [{ first: 5, last: 12849 }] }, 'indexed 5–12849', 'plain'],
    ['everything so far', { state: 'catching_up', behind: 400 }, 'indexed 1–12849 · 400 behind', 'plain'],
    [
      'more ranges than fit',
      { coverage: [1, 10, 20, 30].map((first) => ({ first, last: first + 2 })) },
      'indexed 20–22, 30–32 and 2 more',
      'plain',
    ],
    ['one block', { coverage: [{ first: 7, last: 7 }] }, 'indexed 7', 'plain'],
    ['paused', { state: 'paused', behind: 9 }, 'indexed 1–12849 · paused', 'warn'],
    ['offline', { state: 'offline', behind: null }, 'indexed 1–12849 · offline', 'warn'],
    ['stopped', { state: 'stopped', coverage: [] }, 'nothing indexed · stopped', 'warn'],
    ['off and empty', { state: 'idle', coverage: [] }, 'not indexed', 'warn'],
    ['off', { state: 'idle', behind: null }, 'indexed 1–12849 · not following', 'plain'],
  ] as const)('describes the coverage: %s', (_, fields, text, tone) => {
    const line = coverageLine({
      ...STATUS,
      ...fields,
      coverage: [...('coverage' in fields ? fields.coverage : STATUS.coverage)],
    })
    expect({ ...line, text: plain(line.text) }).toEqual({ text, tone })
  })
})

it('groups thousands by thin spaces', () => {
  expect(groupedNumber(1234567)).toBe('1\u2009234\u2009567')
})
