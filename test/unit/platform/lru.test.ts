import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lru } from '../../../src-main/platform/lru.ts'

describe('Lru', () => {
  it('drops the least recently used entry', () => {
    const lru = new Lru<string, number>(2)
    lru.set('a', 1)
    lru.set('b', 2)
    expect(lru.get('a')).toBe(1)
    lru.set('c', 3)
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3])
  })

  it('replaces the value of a key', () => {
    const lru = new Lru<string, number>(2)
    lru.set('a', 1)
    lru.set('a', 2)
    expect([lru.size, lru.get('a')]).toEqual([1, 2])
  })

  it('makes a missing value once', () => {
    const lru = new Lru<string, number>(2)
    let made = 0
    const make = () => ++made
    expect([lru.getOrMake('a', make), lru.getOrMake('a', make), lru.getOrMake('b', make)]).toEqual([1, 1, 2])
  })

  it('never exceeds its limit, and keeps the last set entry', () => {
    const uses = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 20 })), { minLength: 1 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), uses, (limit, steps) => {
        const lru = new Lru<number, number>(limit)
        for (const [isSet, key] of steps) {
          if (!isSet) lru.get(key)
          else {
            lru.set(key, key)
            expect(lru.get(key)).toBe(key)
          }
          expect(lru.size).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  it('passes each value that it drops to its owner', () => {
    const dropped: number[] = []
    const cache = new Lru<string, number>(2, (value) => dropped.push(value))
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    cache.delete('c')
    expect(dropped).toEqual([2])
    expect([...cache.entries()]).toEqual([['a', 1]])
  })
})
