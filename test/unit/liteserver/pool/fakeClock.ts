import type { Clock } from '../../../../src-main/liteserver/pool/clock.ts'

/** A clock that only `advance` moves, which runs due callbacks one after the other. */
export function fakeClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 0
  const timers = new Set<{ at: number; callback: () => void }>()
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.callback()
        await settle()
      }
      now = end
      await settle()
    },
  }
}
