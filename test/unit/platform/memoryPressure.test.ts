import { afterEach, describe, expect, it, vi } from 'vitest'
import { relieveMemory } from '../../../src-main/platform/memoryPressure.ts'

const MB = 1 << 20

describe('relieveMemory', () => {
  let relief: Disposable | undefined
  afterEach(() => {
    relief?.[Symbol.dispose]()
    vi.useRealTimers()
  })

  /** A process of `mb`, which can be changed. Each check takes one millisecond. */
  function processOf(mb: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const state = { mb, growths: [] as number[], trims: 0 }
    relief = relieveMemory({
      intervalMs: 1,
      residentBytes: () => state.mb * MB,
      setGrowth: (percent) => state.growths.push(percent),
      trim: () => state.trims++,
    })
    return state
  }

  it('collects more often while the process is large, and as before when it is small again', () => {
    const state = processOf(200)
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([])
    state.mb = 370
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([50])
    state.mb = 325
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([50])
    state.mb = 200
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([50, 80])
  })

  it('collects still more often while the process is larger than its goal', () => {
    const state = processOf(200)
    for (const mb of [450, 370, 350, 320, 370, 395, 300]) {
      state.mb = mb
      vi.advanceTimersByTime(2)
    }
    expect(state.growths).toEqual([35, 50, 35, 80])
  })

  it('trims the allocator at every fifth check of a large process only', () => {
    const state = processOf(200)
    vi.advanceTimersByTime(20)
    expect(state.trims).toBe(0)
    state.mb = 370
    vi.advanceTimersByTime(11)
    expect(state.trims).toBe(3)
  })

  it('sets the usual growth again at its end, and checks no more', () => {
    const state = processOf(370)
    vi.advanceTimersByTime(2)
    relief?.[Symbol.dispose]()
    vi.advanceTimersByTime(20)
    expect(state).toMatchObject({ growths: [50, 80], trims: 0 })
  })
})
