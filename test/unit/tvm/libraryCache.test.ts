import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { LibraryCache } from '../../../src-main/tvm/libraryCache.ts'

describe('the cache of public libraries', () => {
  const cell = beginCell().storeUint(7, 8).endCell()
  let time = 0
  const open = () => new LibraryCache({ size: 2, lifetimeMs: 1_000, now: () => time })

  it('returns a library, or its absence, until the entry expires', () => {
    const libraries = open()
    libraries.set('aa', cell)
    libraries.set('bb', undefined)
    expect(libraries.get('aa')).toMatchObject({ cell })
    expect(libraries.get('bb')).toMatchObject({ cell: undefined })
    expect(libraries.get('cc')).toBeUndefined()
    time += 999
    expect(libraries.get('aa')).toBeDefined()
    time += 1
    expect([libraries.get('aa'), libraries.get('bb')]).toEqual([undefined, undefined])
  })

  it('drops the oldest library beyond its limit', () => {
    const libraries = open()
    for (const hash of ['aa', 'bb', 'aa', 'cc']) libraries.set(hash, cell)
    expect(['aa', 'bb', 'cc'].filter((hash) => libraries.get(hash))).toEqual(['aa', 'cc'])
  })
})
