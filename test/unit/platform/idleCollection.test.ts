import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectWhenIdle, expectGarbage } from '../../../src-main/platform/idleCollection.ts'

const MB = 1 << 20

describe('collectWhenIdle', () => {
  const open: Disposable[] = []
  afterEach(() => {
    for (const collection of open.splice(0)) collection[Symbol.dispose]()
    vi.useRealTimers()
  })

  /** A heap that collecting reduces to `alive`, of a thread that is idle unless `busy` is changed. */
  function heap(bytes: number, alive: number, busy = 0) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const state = { bytes, alive, busy, collections: 0, shrunk: 0 }
    open.push(
      collectWhenIdle({
        intervalMs: 1,
        utilization: () => state.busy,
        heapBytes: () => state.bytes,
        shrink: () => state.shrunk++,
        collect: () => {
          state.collections++
          state.bytes = state.alive
        },
      }),
    )
    return state
  }

  it('collects once after load, and again only when the heap has grown', () => {
    const state = heap(100 * MB, 40 * MB)
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(1)
    state.bytes = 44 * MB
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(1)
    state.bytes = 50 * MB
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(2)
  })

  it('collects once without growth after a large object was dropped', () => {
    const state = heap(100 * MB, 40 * MB)
    vi.advanceTimersByTime(5)
    expectGarbage()
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(2)
  })

  it('shrinks caches each time the thread becomes idle', () => {
    const state = heap(0, 0)
    vi.advanceTimersByTime(5)
    expect(state.shrunk).toBe(1)
    state.busy = 1
    vi.advanceTimersByTime(5)
    expect(state.shrunk).toBe(1)
    state.busy = 0
    vi.advanceTimersByTime(5)
    expect(state.shrunk).toBe(2)
  })

  it('collects under a steady load only when the heap has grown by half', () => {
    const state = heap(100 * MB, 40 * MB, 0.3)
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(1)
    state.bytes = 59 * MB
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(1)
    state.bytes = 60 * MB
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(2)
  })

  it('does not collect in a busy thread', () => {
    const state = heap(100 * MB, 40 * MB, 0.5)
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(0)
    state.busy = 0
    vi.advanceTimersByTime(5)
    expect(state.collections).toBe(1)
  })

  it('does not count the time of a collection as load', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let calls = 0
    const utilization = () => {
      calls++
      return 0
    }
    open.push(collectWhenIdle({ intervalMs: 1, utilization, heapBytes: () => 9 * MB, collect: () => {} }))
    vi.advanceTimersByTime(1)
    expect(calls).toBe(2)
  })

  it('returns memory to the system', async () => {
    const rows = Array.from({ length: 40 }, () => new Array(1 << 17).fill(0.5))
    const { getHeapStatistics } = await import('node:v8')
    const before = getHeapStatistics().total_physical_size
    rows.length = 0
    open.push(collectWhenIdle({ intervalMs: 5 }))
    await vi.waitFor(
      () => expect(getHeapStatistics().total_physical_size).toBeLessThan(before - 30 * MB),
      10_000,
    )
  })
})
