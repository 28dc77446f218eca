import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BatchAnswer, DetectCalls } from '../../../../src-main/indexer/detect/detectMessages.ts'
import {
  QueuedDetection,
  type QueuedDetectionOptions,
} from '../../../../src-main/indexer/detect/queuedDetection.ts'

const DUE = 1_000
/** Time of a batch, ms. */
const BATCH_MS = 100

describe('detection with more due claims than it can look at', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Starts detection over a thread that always has due claims; `batches` gets their times. */
  function open() {
    const batches: { at: number; isOfClaims: boolean; bounds: object | undefined }[] = []
    async function batch({ claims }: DetectCalls['batch']['params']): Promise<BatchAnswer> {
      const isOfClaims = claims !== undefined
      batches.push({ at: performance.now(), isOfClaims, bounds: claims })
      if (isOfClaims) await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
      const size = { pending: 0, urgent: 0, waiting: 0, due: DUE }
      return { batch: { results: [], plainCodes: [] }, size, isOfClaims }
    }
    const parts = {
      network: { stats: () => ({ alive: 1, servers: [] }) },
      store: { queueRechecks: async () => false },
      readThrough: {},
      thread: { ask: (_: string, params: DetectCalls['batch']['params']) => batch(params) },
      isBusy: () => false,
    }
    return { batches, detection: new QueuedDetection(parts as unknown as QueuedDetectionOptions) }
  }

  it('looks at a few of them in a quarter of the time, and at new blocks in between', async () => {
    const { batches, detection } = open()
    await vi.advanceTimersByTimeAsync(4 * BATCH_MS - 1)
    expect(batches.filter(({ isOfClaims }) => isOfClaims)).toHaveLength(1)
    expect(batches[0]?.bounds).toEqual({ limit: 64, budgetMs: BATCH_MS })
    const before = batches.length
    detection.written()
    await vi.advanceTimersByTimeAsync(0)
    expect(batches.slice(before).map(({ isOfClaims }) => isOfClaims)).toContain(false)
    await vi.advanceTimersByTimeAsync(4 * BATCH_MS * 9)
    const times = batches.filter(({ isOfClaims }) => isOfClaims).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(8)
    expect(times.every((at, i) => i === 0 || at - (times[i - 1] ?? 0) >= 4 * BATCH_MS)).toBe(true)
    void detection.close()
    await vi.advanceTimersByTimeAsync(3_000)
  })

  it('states them in its status, and keeps no request waiting for all of them', async () => {
    const { detection } = open()
    detection.written()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(detection.status()).toMatchObject({ pending: DUE, rechecks: DUE })
    let isSettled = false
    void detection.settled(new AbortController().signal).then(() => {
      isSettled = true
    })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(isSettled).toBe(true)
    void detection.close()
    await vi.advanceTimersByTimeAsync(3_000)
  })
})
