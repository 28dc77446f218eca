import { describe, expect, it } from 'vitest'
import { createRateMeter } from '../../../src-main/indexer/rateMeter.ts'

describe('createRateMeter', () => {
  it('returns the rate over the last 30 seconds', () => {
    let now = 0
    const meter = createRateMeter(() => now)
    for (let second = 0; second < 100; second++) {
      now = second * 1_000
      meter.add(second < 50 ? 1 : 4)
    }
    now = 100_000
    expect(meter.rate()).toBeCloseTo(4, 0)
  })

  it('does not count the time before a restart', () => {
    let now = 0
    const meter = createRateMeter(() => now)
    meter.add(600)
    now = 3_600_000
    meter.restart()
    now += 2_000
    meter.add(20)
    expect(meter.rate()).toBe(10)
  })
})
