import { describe, expect, it } from 'vitest'
import type { Reader } from '../../../../src-main/store/queries/reader.ts'
import { createRowCache, type RowCacheOptions } from '../../../../src-main/store/queries/rowCache.ts'

const aReader = () => ({}) as Reader

/** Loads rows whose value is their number as text, up to 1000, and returns the numbers that were read. */
function cacheOfTexts(options: RowCacheOptions<string>) {
  const cache = createRowCache<string>(options)
  return (reader: Reader, ...ids: bigint[]): readonly bigint[] => {
    const read: bigint[] = []
    const found = cache.load(reader, ids, (others) => {
      read.push(...others)
      return others.filter((id) => id <= 1000n).map((id) => [id, String(id)] as const)
    })
    expect(new Map(found)).toEqual(
      new Map(ids.filter((id) => id <= 1000n).map((id) => [id, String(id)] as const)),
    )
    return read
  }
}

describe('createRowCache', () => {
  it('reads each row once, and a missing row every time', () => {
    const load = cacheOfTexts({ size: 8 })
    const reader = aReader()
    expect(load(reader, 1n, 2n, 1n, 2000n)).toEqual([1n, 2n, 2000n])
    expect(load(reader, 2n, 3n, 2000n)).toEqual([3n, 2000n])
  })

  it('caches rows per reader', () => {
    const load = cacheOfTexts({ size: 8 })
    load(aReader(), 1n)
    expect(load(aReader(), 1n)).toEqual([1n])
  })

  it('drops only rows that were not used for a long time', () => {
    const load = cacheOfTexts({ size: 4 })
    const reader = aReader()
    load(reader, 1n)
    for (let id = 2n; id < 100n; id++) {
      load(reader, id)
      expect(load(reader, 1n, id)).toEqual([])
    }
    expect(load(reader, 2n, 90n, 98n)).toEqual([2n, 90n])
  })

  it('caches rows on second use if so configured, except large ones', () => {
    const load = cacheOfTexts({ size: 8, onSecondUse: true, isCacheable: (text) => text.length < 3 })
    const reader = aReader()
    expect(load(reader, 1n, 1n, 100n)).toEqual([1n, 100n])
    expect(load(reader, 1n, 100n)).toEqual([1n, 100n])
    expect(load(reader, 1n, 100n)).toEqual([100n])
  })
})
