import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Rhythm } from '../../../../src-main/devnet/life/rhythm.ts'

/** A rhythm under a clock that the test moves; what it does is in `log`, with the milliseconds at which. */
function rig({ interval = 0 }: { interval?: number } = {}) {
  const log: string[] = []
  const start = performance.now()
  const state = { interval, work: 0, failures: 0 }
  const rhythm = new Rhythm({
    async beat(reason) {
      log.push(`${reason} ${performance.now() - start}`)
      if (state.failures-- > 0) throw new Error('no')
      state.work = Math.max(0, state.work - 1)
    },
    busy: () => state.work > 0,
    interval: () => state.interval,
    onTrouble: (error) => log.push(`${error}`),
  })
  return { log, rhythm, state }
}

describe('the rhythm of blocks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('is the interval while nothing waits', async () => {
    const { log } = rig({ interval: 5 })
    await pass(16_000)
    expect(log).toEqual(['heartbeat 5000', 'heartbeat 10000', 'heartbeat 15000'])
  })

  it('is nothing without an interval, until one is set', async () => {
    const { log, rhythm, state } = rig()
    await pass(1_000_000)
    expect(log).toEqual([])
    state.interval = 1
    rhythm.replan()
    await pass(0)
    expect(log).toEqual(['heartbeat 1000000'])
  })

  it('gathers messages for a moment, and begins the interval anew', async () => {
    const { log, rhythm, state } = rig({ interval: 5 })
    await pass(3000)
    for (let message = 0; message < 3; message++) {
      state.work = 1
      rhythm.poke()
      await pass(10)
    }
    await pass(7000)
    expect(log).toEqual(['messages 3050', 'heartbeat 8050'])
  })

  it('goes on with pauses while messages are on their way', async () => {
    const { log, rhythm, state } = rig()
    await pass(1000)
    state.work = 3
    rhythm.poke()
    await pass(5000)
    expect(log).toEqual(['messages 1050', 'messages 1250', 'messages 1450'])
  })

  it('never does two things at once', async () => {
    const { log, rhythm, state } = rig({ interval: 1 })
    const work = Promise.withResolvers<void>()
    const done = rhythm.run(async () => {
      await work.promise
      log.push('done')
    })
    state.work = 1
    rhythm.poke()
    await pass(5000)
    expect(log).toEqual([])
    work.resolve()
    await done
    await pass(500)
    expect(log).toEqual(['done', 'messages 5000'])
  })

  it('tries again after a failure, later and later, also where messages press', async () => {
    const { log, rhythm, state } = rig()
    await pass(1000)
    state.work = 1
    state.failures = 3
    rhythm.poke()
    await pass(100)
    rhythm.poke()
    await pass(60_000)
    expect(log).toEqual([
      'messages 1050',
      'Error: no',
      'messages 2050',
      'Error: no',
      'messages 4050',
      'Error: no',
      'messages 8050',
    ])
  })

  it('lets a failure of what is asked for be the business of who asked', async () => {
    const { log, rhythm } = rig({ interval: 1 })
    await expect(rhythm.run(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await pass(1000)
    expect(log).toEqual(['heartbeat 1000'])
  })

  it('ends with stop', async () => {
    const { log, rhythm, state } = rig({ interval: 1 })
    await rhythm.stop()
    state.work = 1
    rhythm.poke()
    await pass(10_000)
    expect(log).toEqual([])
  })
})
