import { describe, expect, it } from 'vitest'
import { CurrentItem } from '../../../../src-main/indexer/analysis/currentItem.ts'

describe('CurrentItem', () => {
  it('can be read in another thread through the same memory until it is cleared', () => {
    const written = new CurrentItem()
    const read = new CurrentItem(written.memory)
    expect(read.read()).toBeUndefined()
    written.set('detection', Buffer.from('a long key'))
    written.set('classification', Buffer.from('short'))
    expect(read.read()).toEqual({ service: 'classification', key: Buffer.from('short') })
    written.clear()
    expect(read.read()).toBeUndefined()
  })

  it('rejects keys that are too long', () => {
    const item = new CurrentItem()
    expect(() => item.set('detection', Buffer.alloc(63))).toThrow(RangeError)
    expect(() => item.set('detection', Buffer.alloc(0))).toThrow(RangeError)
  })
})
