import { expect, it } from 'vitest'
import { barShare, scaleTop } from '../../../../src-renderer/routes/home/barScale.ts'

it('ends the scale at the next round count', () => {
  expect([0, 1, 2, 3, 5, 7, 10, 11, 251, 999].map(scaleTop)).toEqual([1, 1, 2, 5, 5, 10, 10, 20, 500, 1000])
})

it('draws counts in proportion, independently of other counts of their block', () => {
  const top = scaleTop(90)
  expect(barShare(80, top) / barShare(10, top)).toBeCloseTo(8, 10)
  expect(barShare(60, top) + barShare(30, top)).toBeCloseTo(barShare(90, top), 10)
  expect(barShare(0, top)).toBe(0)
})
