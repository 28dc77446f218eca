import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitThreadMemory } from '../../../src-main/platform/limitThreadMemory.ts'

const KEPT = 200

describe('limitThreadMemory', () => {
  const { poolSize } = Buffer
  let limit: Disposable
  beforeAll(() => {
    limit = limitThreadMemory()
  })
  afterAll(() => {
    limit[Symbol.dispose]()
    Buffer.poolSize = poolSize
  })

  it('bounds the memory that a retained hash of 32 bytes pins to 512 bytes', () => {
    const kept: Buffer[] = []
    for (let made = 0; made < KEPT; made++) {
      kept.push(Buffer.from('5'.repeat(64), 'hex'))
      // What is made meanwhile and dropped.
      for (let dropped = 0; dropped < 1000; dropped++) Buffer.from(kept[made] as Buffer)
    }
    // The pool that was in use at the call is used up first.
    const pools = new Set(kept.slice(4).map(({ buffer }) => buffer))
    const bytes = [...pools].reduce((sum, { byteLength }) => sum + byteLength, 0)
    expect(bytes).toBeLessThanOrEqual(KEPT * 512)
  })
})
