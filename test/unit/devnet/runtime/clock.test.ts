import { describe, expect, it } from 'vitest'
import { steppedClock, targetTime, unixNow, wallClock } from '../../../../src-main/devnet/runtime/clock.ts'

describe('a stepped clock', () => {
  it('shows a second more than the newest block, or the time that was set', () => {
    let head = 100
    const clock = steppedClock(() => head)
    expect([clock.now(), clock.now()]).toEqual([101, 101])
    head = 101
    expect(clock.now()).toBe(102)
    clock.moveTo(5000)
    expect(clock.now()).toBe(5000)
    head = 5000
    expect(clock.now()).toBe(5001)
  })
})

describe('a wall clock', () => {
  it('is ahead of this machine by its offset, which setting the time changes', () => {
    const clock = wallClock(1000)
    const before = unixNow()
    const shown = clock.now()
    expect(shown).toBeGreaterThanOrEqual(before + 1000)
    expect(shown).toBeLessThanOrEqual(unixNow() + 1000)
    clock.moveTo(unixNow() + 50_000)
    expect(clock.offset()).toBeGreaterThanOrEqual(49_999)
    expect(clock.offset()).toBeLessThanOrEqual(50_000)
  })
})

describe('targetTime', () => {
  it('returns the time so many seconds ahead, or the given time', () => {
    expect(targetTime(1000, { forward: 1 })).toBe(1001)
    expect(targetTime(1000, { to: 5000 })).toBe(5000)
  })

  it('rejects the present, earlier times and times that no block can have', () => {
    for (const journey of [
      { forward: 0 },
      { forward: -1 },
      { forward: 1.5 },
      { forward: Number.NaN },
      { to: 1000 },
      { to: 1 },
      { to: 4_294_967_295 },
      { forward: 4_000_000_000 },
    ]) {
      expect(() => targetTime(1000, journey)).toThrow(expect.objectContaining({ code: 'bad-request' }))
    }
  })
})
