import { describe, expect, it } from 'vitest'
import { ByteCache } from '../../../../src-main/chain/archive/byteCache.ts'
import { CacheBudget, cacheShareOf } from '../../../../src-main/platform/cacheBudget.ts'

const budget = () => new CacheBudget(cacheShareOf('main'))

describe('ByteCache', () => {
  it('drops the least recently used values as soon as the sizes exceed the limit', () => {
    const cache = new ByteCache<string>(10, { budget: budget() })
    cache.set('a', 'first', 4)
    cache.set('b', 'second', 4)
    cache.get('a')
    cache.set('c', 'third', 4)
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([
      'first',
      undefined,
      'third',
      8,
    ])
  })

  it('counts a replaced value once and does not store a value larger than the cache', () => {
    const cache = new ByteCache<number>(10, { budget: budget() })
    cache.set('a', 1, 6)
    cache.set('a', 2, 5)
    expect([cache.get('a'), cache.size]).toEqual([2, 5])
    cache.set('a', 3, 11)
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0])
  })
})
