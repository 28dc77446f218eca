import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../../../../src-main/http/access/rateLimits.ts'

function limits(maxBuckets?: number) {
  const clock = { ms: 1_000 }
  return { clock, ...{ limiter: createRateLimits(() => clock.ms, maxBuckets) } }
}

describe('createRateLimits', () => {
  it('allows one request per second, and returns the wait for the next', () => {
    const { clock, limiter } = limits()
    expect(limiter.take('a', 1)).toBe(0)
    expect(limiter.take('a', 1)).toBe(1)
    clock.ms += 250
    expect(limiter.take('a', 1)).toBe(0.75)
    clock.ms += 750
    expect(limiter.take('a', 1)).toBe(0)
    expect(limiter.take('a', 1)).toBe(1)
  })

  it.each([
    [10, 10],
    [2.5, 2],
    [0.5, 1],
    [0.01, 1],
  ])('allows at %d per second %d requests at once, then one at a time', (rate, atOnce) => {
    const { clock, limiter } = limits()
    for (let i = 0; i < atOnce; i++) expect(limiter.take('a', rate)).toBe(0)
    expect(limiter.take('a', rate)).toBeGreaterThan(0)
    for (let i = 0; i < 50; i++) {
      clock.ms += 1000 / rate
      expect(limiter.take('a', rate), `request ${i} of the even ones`).toBe(0)
    }
  })

  it("accumulates no more than one second's requests", () => {
    const { clock, limiter } = limits()
    limiter.take('a', 3)
    clock.ms += 3_600_000
    const taken = Array.from({ length: 5 }, () => limiter.take('a', 3) === 0)
    expect(taken).toEqual([true, true, true, false, false])
  })

  it('counts each client separately', () => {
    const { limiter } = limits()
    expect(limiter.take('a', 1)).toBe(0)
    expect(limiter.take('b', 1)).toBe(0)
    expect(limiter.take('a', 1)).toBe(1)
  })

  it('keeps the used part when the rate changes', () => {
    const { clock, limiter } = limits()
    for (let i = 0; i < 10; i++) limiter.take('a', 10)
    expect(limiter.take('a', 100)).toBeGreaterThan(0)
    clock.ms += 20
    expect([limiter.take('a', 100), limiter.take('a', 100)]).toEqual([0, 0])
  })

  it('drops the client that was idle longest, beyond its bound', () => {
    const { limiter } = limits(3)
    for (const who of ['a', 'b', 'c']) limiter.take(who, 1)
    limiter.take('a', 1)
    for (let i = 0; i < 1_000; i++) limiter.take(`crowd ${i}`, 1)
    expect(limiter.size).toBe(3)
    expect(limiter.take('crowd 999', 1)).toBe(1)
    expect(limiter.take('b', 1)).toBe(0)
  })
})
