import { describe, expect, it } from 'vitest'
import { explainExtra } from '../../../../src-renderer/docs/extraText.ts'

describe('explainExtra', () => {
  it.each([
    ['1732147200:3:41.287', 'made at 00:00:00 UTC in 41.287 ms, by liteserver 3'],
    ['1732147200:0,2:9', 'made at 00:00:00 UTC in 9 ms, by liteservers 0, 2'],
    ['1732147200:_:0.051', 'made at 00:00:00 UTC in 0.051 ms, no liteserver was asked'],
    ['1732147200:_:1e-05:c', 'made at 00:00:00 UTC in 1e-05 ms, from the cache'],
  ])('tells %s in words', (extra, words) => {
    expect(explainExtra(`{"ok":true,"result":{},"@extra":"${extra}"}`)).toBe(words)
  })

  it('takes the one of the envelope, which stands last', () => {
    const inner = '{"@extra":"1:7:1"}'
    expect(explainExtra(`{"result":${inner},"@extra":"1732147200:3:2"}`)).toMatch(/liteserver 3$/)
  })

  it('is silent where there is none', () => {
    expect(explainExtra('Bad Request')).toBeUndefined()
  })
})
