import { array, assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { nextKey, type PageKey } from '../../../../src-renderer/api/pageKey.ts'

/** What the index answers: rows not above `key.at`, past `key.skip` of them. */
function pageOf(rows: readonly number[], key: PageKey | undefined, limit: number): number[] {
  const below = key ? rows.filter((row) => row <= Number(key.at)) : rows
  return below.slice(key?.skip ?? 0, (key?.skip ?? 0) + limit)
}

it('pages joined are the whole, however many rows share a value', () => {
  assert(
    property(array(integer({ min: 0, max: 4 })), integer({ min: 1, max: 4 }), (given, limit) => {
      const rows = given.toSorted((one, other) => other - one)
      const joined: number[] = []
      let key: PageKey | undefined
      for (let page = pageOf(rows, key, limit); page.length > 0; page = pageOf(rows, key, limit)) {
        joined.push(...page)
        key = nextKey(page.map(String), key)
      }
      expect(joined).toEqual(rows)
    }),
  )
})

it('an empty page has none after it', () => {
  expect(nextKey([], undefined)).toBeUndefined()
})
