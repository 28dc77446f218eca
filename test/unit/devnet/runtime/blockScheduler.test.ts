import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockScheduler } from '../../../../src-main/devnet/runtime/blockScheduler.ts'

/** A scheduler with a clock that the test moves; `log` has its actions with the millisecond at which each begins. */
function rig({ interval = 0 }: { interval?: number } = {}) {
  const log: string[] = []
  const start = performance.now()
  const state = { interval, work: 0, failures: 0, blockMs: 0 }
  const scheduler = new BlockScheduler({
    async produce(reason) {
      log.push(`${reason} ${performance.now() - start}`)
      if (state.blockMs > 0) await new Promise((resolve) => setTimeout(resolve, state.blockMs))
      if (state.failures-- > 0) throw new Error('no')
      state.work = Math.max(0, state.work - 1)
    },
    hasWork: () => state.work > 0,
    interval: () => state.interval,
    onTrouble: (error) => log.push(`${error}`),
  })
  return { log, scheduler, state }
}

describe('BlockScheduler', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('makes blocks at the interval while nothing waits', async () => {
    const { log } = rig({ interval: 5 })
    await pass(16_000)
    expect(log).toEqual(['heartbeat 5000', 'heartbeat 10000', 'heartbeat 15000'])
  })

  it('makes no blocks without an interval, until one is set', async () => {
    const { log, scheduler, state } = rig()
    await pass(1_000_000)
    expect(log).toEqual([])
    state.interval = 1
    scheduler.reschedule()
    await pass(0)
    expect(log).toEqual(['heartbeat 1000000'])
  })

  it('makes a block at once for the first message of an idle chain, and restarts the interval', async () => {
    const { log, scheduler, state } = rig({ interval: 5 })
    await pass(3000)
    state.work = 1
    scheduler.notify()
    await pass(7000)
    expect(log).toEqual(['messages 3000', 'heartbeat 8000'])
  })

  it('makes blocks without a pause while messages wait', async () => {
    const { log, scheduler, state } = rig()
    await pass(1000)
    state.work = 3
    state.blockMs = 20
    scheduler.notify()
    await pass(5000)
    // A timer takes 1 ms: queries are answered meanwhile.
    expect(log).toEqual(['messages 1000', 'messages 1021', 'messages 1042'])
  })

  it('gathers under load for a multiple of the last block, up to a bound', async () => {
    const { log, scheduler, state } = rig()
    await pass(1000)
    for (const blockMs of [10, 1000]) {
      state.blockMs = blockMs
      state.work = 2
      for (let message = 0; message < 10; message++) scheduler.notify()
      await pass(5000)
    }
    expect(log).toEqual(['messages 1000', 'messages 1040', 'messages 6000', 'messages 7150'])
  })

  it('makes heartbeats at the interval while messages come now and then', async () => {
    const { log, scheduler, state } = rig({ interval: 1 })
    await pass(500)
    state.work = 1
    scheduler.notify()
    await pass(2600)
    expect(log).toEqual(['messages 500', 'heartbeat 1500', 'heartbeat 2500'])
  })

  it('pauses between blocks after a long run of internal messages, until an external message arrives', async () => {
    const { log, scheduler, state } = rig()
    state.work = 1_000_000
    state.blockMs = 10
    scheduler.notify()
    await pass(1100)
    expect(log).toHaveLength(100)
    await pass(2100)
    expect(log).toHaveLength(110)
    scheduler.notify()
    await pass(500)
    expect(log.length).toBeGreaterThanOrEqual(150)
  })

  it('never runs two pieces of work at once', async () => {
    const { log, scheduler, state } = rig({ interval: 1 })
    const work = Promise.withResolvers<void>()
    const done = scheduler.run(async () => {
      await work.promise
      log.push('done')
    })
    state.work = 1
    scheduler.notify()
    await pass(5000)
    expect(log).toEqual([])
    work.resolve()
    await done
    await pass(500)
    expect(log).toEqual(['done', 'messages 5000'])
  })

  it('retries after a failure with growing delays, also while messages wait', async () => {
    const { log, scheduler, state } = rig()
    await pass(1000)
    state.work = 1
    state.failures = 3
    scheduler.notify()
    await pass(100)
    scheduler.notify()
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

  it('rejects the promise of failed work and continues', async () => {
    const { log, scheduler } = rig({ interval: 1 })
    await expect(scheduler.run(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await pass(1000)
    expect(log).toEqual(['heartbeat 1000'])
  })

  it('makes no blocks after stop', async () => {
    const { log, scheduler, state } = rig({ interval: 1 })
    await scheduler.stop()
    state.work = 1
    scheduler.notify()
    await pass(10_000)
    expect(log).toEqual([])
  })
})
