import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCheckLanes } from '../../../../src-main/indexer/watch/checkLanes.ts'

type Entry = Parameters<ReturnType<typeof createCheckLanes>['start']>[0]

const entryOf = (isLate: boolean) => ({ isLate }) as Entry
const SLOW_MS = 5_000

describe('createCheckLanes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Starts checks that end by `end` only, as many as there is room for. */
  function fill(entries: readonly Entry[]) {
    const onRoom = vi.fn()
    const lanes = createCheckLanes(onRoom)
    const ends = new Map<Entry, () => void>()
    const startAll = () => {
      for (const entry of entries)
        if (lanes.hasRoom(entry))
          lanes.start(entry, () => new Promise<void>((resolve) => ends.set(entry, resolve)))
      return ends.size
    }
    const endAll = async () => {
      for (const end of ends.values()) end()
      ends.clear()
      await lanes.ended()
    }
    return { startAll, endAll, onRoom }
  }
  const entries = (count: number, isLate: boolean) => Array.from({ length: count }, () => entryOf(isLate))

  it('makes room for others when checks are slow, up to a limit', async () => {
    const { startAll, endAll, onRoom } = fill(entries(40, false))
    expect(startAll()).toBe(4)
    const counts = []
    for (let step = 0; step < 5; step++) {
      await vi.advanceTimersByTimeAsync(SLOW_MS)
      counts.push(startAll())
    }
    expect(counts).toEqual([8, 12, 16, 16, 16])
    expect(onRoom).toHaveBeenCalled()
    await endAll()
    expect(startAll()).toBe(4)
  })

  it('starts few checks of accounts that were late, and the others beside them', async () => {
    const { startAll, endAll } = fill([...entries(40, true), ...entries(3, false)])
    expect(startAll()).toBe(4)
    await vi.advanceTimersByTimeAsync(SLOW_MS)
    expect(startAll()).toBe(4 + 3)
    await endAll()
    expect(startAll()).toBe(4)
  })
})
