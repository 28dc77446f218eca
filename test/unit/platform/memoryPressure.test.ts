import { afterEach, describe, expect, it, vi } from 'vitest'
import { isMemoryShort, relieveMemory } from '../../../src-main/platform/memoryPressure.ts'

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
    const state = { mb, growths: [] as number[], caches: [] as number[], trims: 0 }
    relief = relieveMemory({
      intervalMs: 1,
      residentBytes: () => state.mb * MB,
      setGrowth: (percent) => state.growths.push(percent),
      setCaches: (part) => state.caches.push(part),
      trim: () => state.trims++,
    })
    return state
  }

  it('collects more often while the process is large, and as before when it is small again', () => {
    const state = processOf(200)
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([])
    state.mb = 360
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([40])
    state.mb = 325
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([40])
    state.mb = 200
    vi.advanceTimersByTime(3)
    expect(state.growths).toEqual([40, 80])
  })

  it('collects still more often while the process is larger than its goal', () => {
    const state = processOf(200)
    for (const mb of [450, 365, 345, 335, 365, 375, 300]) {
      state.mb = mb
      vi.advanceTimersByTime(2)
    }
    expect(state.growths).toEqual([25, 40, 25, 80])
  })

  it('lets caches keep a part of their memory, and pools grow no more, while the process is large', () => {
    const state = processOf(200)
    vi.advanceTimersByTime(2)
    expect([state.caches, isMemoryShort()]).toEqual([[], false])
    for (const [mb, short] of [
      [315, true],
      [380, true],
      [200, false],
    ] as const) {
      state.mb = mb
      vi.advanceTimersByTime(2)
      expect(isMemoryShort()).toBe(short)
    }
    expect(state.caches).toEqual([0.75, 0.5, 1])
  })

  it('trims the allocator at every fifth check of a large process only', () => {
    const state = processOf(200)
    vi.advanceTimersByTime(20)
    expect(state.trims).toBe(0)
    state.mb = 350
    vi.advanceTimersByTime(11)
    expect(state.trims).toBe(3)
  })

  it('sets the usual values again at its end, and checks no more', () => {
    const state = processOf(350)
    vi.advanceTimersByTime(2)
    relief?.[Symbol.dispose]()
    vi.advanceTimersByTime(20)
    expect(state).toMatchObject({ growths: [40, 80], caches: [0.75, 1], trims: 0 })
    expect(isMemoryShort()).toBe(false)
  })
})
