import { describe, expect, it } from 'vitest'
import { pageKeyReader } from '../../../../src-renderer/layout/pageKeys.ts'

describe('pageKeyReader', () => {
  it('opens a page by g and its letter within a moment', () => {
    let time = 0
    const read = pageKeyReader(() => time)
    expect(read('g')).toBeUndefined()
    time += 1_500
    expect(read('b')).toEqual({ kind: 'page', path: '/blocks' })
    expect(read('b')).toBeUndefined()
    read('g')
    time += 1_501
    expect(read('h')).toBeUndefined()
  })

  it('ends a sequence with any other key', () => {
    const read = pageKeyReader(() => 0)
    read('g')
    expect(read('j')).toBeUndefined()
    expect(read('constructor')).toBeUndefined()
    expect(read('j')).toEqual({ kind: 'row', step: 1 })
    expect(read('k')).toEqual({ kind: 'row', step: -1 })
    expect(read('y')).toEqual({ kind: 'copy' })
  })
})
