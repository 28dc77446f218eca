import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectWhenIdle, expectGarbage } from '../../../src-main/platform/idleCollection.ts'

const MB = 1 << 20

describe('collectWhenIdle', () => {
  const open: Disposable[] = []
  afterEach(() => {
    for (const collection of open.splice(0)) collection[Symbol.dispose]()
  })

  /** A heap that collecting reduces to `alive`, of a thread that is idle unless `busy` is changed. */
  function heap(bytes: number, alive: number, busy = 0) {
    const state = { bytes, alive, busy, collections: 0, looks: 0 }
    open.push(
      collectWhenIdle({
        intervalMs: 1,
        utilization: () => state.busy,
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
    let busy = 0
    open.push(
      collectWhenIdle({
        intervalMs: 1,
        shrink,
        heapBytes: () => 0,
        collect: () => {},
        utilization: () => busy,
      }),
    )
    await vi.waitFor(() => expect(shrunk).toBe(1))
    busy = 1
    let looks = 0
    open.push(collectWhenIdle({ intervalMs: 1, utilization: () => looks++ }))
    await vi.waitFor(() => expect(looks).toBeGreaterThan(5))
    expect(shrunk).toBe(1)
    busy = 0
    await vi.waitFor(() => expect(shrunk).toBe(2))
  })

  it('collects under a steady load only when the heap has grown by half', async () => {
    const state = heap(100 * MB, 40 * MB, 0.3)
    await vi.waitFor(() => expect(state.collections).toBe(1))
    state.bytes = 59 * MB
    const { looks } = state
    await vi.waitFor(() => expect(state.looks).toBeGreaterThan(looks + 3))
    expect(state.collections).toBe(1)
    state.bytes = 60 * MB
    await vi.waitFor(() => expect(state.collections).toBe(2))
  })

  it('does not collect in a busy thread', async () => {
    const state = heap(100 * MB, 40 * MB, 0.5)
    let intervals = 0
    open.push(collectWhenIdle({ intervalMs: 1, utilization: () => intervals++ }))
    await vi.waitFor(() => expect(intervals).toBeGreaterThan(5))
    expect(state.collections).toBe(0)
    state.busy = 0
    await vi.waitFor(() => expect(state.collections).toBe(1))
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
