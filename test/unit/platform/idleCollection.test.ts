import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectWhenIdle, expectGarbage } from '../../../src-main/platform/idleCollection.ts'

const MB = 1 << 20

describe('collectWhenIdle', () => {
  const open: Disposable[] = []
  afterEach(() => {
    for (const collection of open.splice(0)) collection[Symbol.dispose]()
  })

  /** A heap that collecting brings down to `alive`. */
  function heap(bytes: number, alive: number) {
    const state = { bytes, alive, collections: 0, looks: 0 }
    open.push(
      collectWhenIdle({
        intervalMs: 1,
        heapBytes: () => {
          state.looks++
          return state.bytes
        },
        collect: () => {
          state.collections++
          state.bytes = state.alive
        },
      }),
    )
    return state
  }

  it('collects once after load, and again only when the heap has grown', async () => {
    const state = heap(100 * MB, 40 * MB)
    await vi.waitFor(() => expect(state.collections).toBe(1))
    state.bytes = 44 * MB
    const { looks } = state
    await vi.waitFor(() => expect(state.looks).toBeGreaterThan(looks + 3))
    expect(state.collections).toBe(1)
    state.bytes = 50 * MB
    await vi.waitFor(() => expect(state.collections).toBe(2))
  })

  it('collects once without growth where something large was dropped', async () => {
    const state = heap(100 * MB, 40 * MB)
    await vi.waitFor(() => expect(state.collections).toBe(1))
    expectGarbage()
    await vi.waitFor(() => expect(state.collections).toBe(2))
    const { looks } = state
    await vi.waitFor(() => expect(state.looks).toBeGreaterThan(looks + 3))
    expect(state.collections).toBe(2)
  })

  it('shrinks caches each time the thread becomes idle', async () => {
    let shrunk = 0
    const shrink = () => {
      shrunk++
    }
    open.push(collectWhenIdle({ intervalMs: 20, shrink, heapBytes: () => 0, collect: () => {} }))
    await vi.waitFor(() => expect(shrunk).toBeGreaterThan(0))
    const before = shrunk
    const end = performance.now() + 60
    while (performance.now() < end);
    await vi.waitFor(() => expect(shrunk).toBeGreaterThan(before))
  })

  it('leaves a busy thread alone', async () => {
    const state = heap(100 * MB, 40 * MB)
    for (let turn = 0; turn < 5; turn++) {
      const end = performance.now() + 10
      while (performance.now() < end);
      await new Promise(setImmediate)
    }
    expect(state.collections).toBe(0)
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
