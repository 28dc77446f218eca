import { describe, expect, it } from 'vitest'
import { matchesWords } from '../../../../src-renderer/docs/matchesWords.ts'

describe('matchesWords', () => {
  const words = 'getshards shards seqno the shard blocks that a masterchain block commits to blocks'

  it.each([
    ['', true],
    ['SHARDS', true],
    ['block seqno', true],
    ['seqno wallet', false],
  ])('%j: %s', (query, found) => {
    expect(matchesWords(words, query)).toBe(found)
  })
})
