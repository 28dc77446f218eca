import { expect, test } from 'vitest'
import { newest } from '../../../src-main/indexer/ranges.ts'

const RANGES = [
  { first: 3, last: 9 },
  { first: 20, last: 22 },
]

test.each([
  [0, []],
  [2, [{ first: 21, last: 22 }]],
  [3, [{ first: 20, last: 22 }]],
  [
    5,
    [
      { first: 8, last: 9 },
      { first: 20, last: 22 },
    ],
  ],
  [99, RANGES],
])('newest returns the newest %i seqnos of ranges', (count, expected) => {
  expect(newest(RANGES, count)).toEqual(expected)
})
