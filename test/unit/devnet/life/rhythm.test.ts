import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Rhythm } from '../../../../src-main/devnet/life/rhythm.ts'

/** A rhythm under a clock that the test moves; `log` has what it does with the millisecond at which that begins. */
function rig({ interval = 0 }: { interval?: number } = {}) {
  const log: string[] = []
  const start = performance.now()
  const state = { interval, work: 0, failures: 0, beatMs: 0 }
  const rhythm = new Rhythm({
    async beat(reason) {
      log.push(`${reason} ${performance.now() - start}`)
      if (state.beatMs > 0) await new Promise((resolve) => setTimeout(resolve, state.beatMs))
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

  it('makes a block at once for the first message of an idle chain, and restarts the interval', async () => {
    const { log, rhythm, state } = rig({ interval: 5 })
    await pass(3000)
    state.work = 1
    rhythm.poke()
    await pass(7000)
    expect(log).toEqual(['messages 3000', 'heartbeat 8000'])
  })

  it('makes blocks without a pause while messages wait', async () => {
    const { log, rhythm, state } = rig()
    await pass(1000)
    state.work = 3
    state.beatMs = 20
    rhythm.poke()
    await pass(5000)
    // A timer takes 1 ms: queries are answered meanwhile.
    expect(log).toEqual(['messages 1000', 'messages 1021', 'messages 1042'])
  })

  it('gathers under load for a multiple of the last block, up to a bound', async () => {
    const { log, rhythm, state } = rig()
    await pass(1000)
    for (const beatMs of [10, 1000]) {
      state.beatMs = beatMs
      state.work = 2
      for (let message = 0; message < 10; message++) rhythm.poke()
      await pass(5000)
    }
    expect(log).toEqual(['messages 1000', 'messages 1040', 'messages 6000', 'messages 7150'])
  })

  it('makes heartbeats at the interval while messages come now and then', async () => {
    const { log, rhythm, state } = rig({ interval: 1 })
    await pass(500)
    state.work = 1
    rhythm.poke()
    await pass(2600)
    expect(log).toEqual(['messages 500', 'heartbeat 1500', 'heartbeat 2500'])
  })

  it('pauses between blocks after a long run of internal messages, until an external one comes', async () => {
    const { log, rhythm, state } = rig()
    state.work = 1_000_000
    state.beatMs = 10
    rhythm.poke()
    await pass(1100)
    expect(log).toHaveLength(100)
    await pass(2100)
    expect(log).toHaveLength(110)
    rhythm.poke()
    await pass(500)
    expect(log.length).toBeGreaterThanOrEqual(150)
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
      'messages 1000',
      'Error: no',
      'messages 2000',
      'Error: no',
      'messages 4000',
      'Error: no',
      'messages 8000',
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
