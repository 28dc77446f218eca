import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identiconShape } from '../../../../src-renderer/format/identiconShape.ts'

describe('identiconShape', () => {
  it('depends on the account only and stays within its square', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (hash) => {
        const { hue, path } = identiconShape(hash)
        expect(identiconShape(hash.slice())).toEqual({ hue, path })
        expect(hue).toBeGreaterThanOrEqual(0)
        expect(hue).toBeLessThanOrEqual(360)
        for (const [, x, y] of path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0)
          expect(Number(x)).toBeLessThanOrEqual(40)
          expect(Number(y)).toBeLessThanOrEqual(40)
        }
      }),
    )
  })

  it('mirrors every mark', () => {
    const hash = new Uint8Array(32)
    const { path } = identiconShape(hash)
    expect(path.split('M').length - 1).toBe(16)
  })
})
