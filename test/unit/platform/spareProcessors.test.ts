import { describe, expect, it } from 'vitest'
import { createSpareCheck, hasSpareProcessor } from '../../../src-main/platform/spareProcessors.ts'

/** A check of a system whose clock and idle time tests set. */
function checkOf() {
  const system: { ms: number; idle: number | undefined } = { ms: 5_000, idle: 9_000 }
  const isSpare = createSpareCheck({ now: () => system.ms, idleMs: () => system.idle })
  const after = (ms: number, idle: number) => {
    system.ms += ms
    system.idle = (system.idle ?? 0) + idle
    return isSpare()
  }
  return { system, isSpare, after }
}

describe('createSpareCheck', () => {
  it('returns true only if a quarter of a processor was idle since the last measurement', () => {
    const { after } = checkOf()
    expect([after(0, 0), after(250, 62), after(250, 63), after(400, 800), after(250, 0)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
  })

  it('keeps a measurement for a moment, and drops it after a pause', () => {
    const { after } = checkOf()
    after(0, 0)
    expect([after(250, 250), after(100, 0), after(100, 0)]).toEqual([true, true, false])
    expect([after(250, 250), after(5_000, 10_000), after(250, 250)]).toEqual([true, false, true])
  })

  it('returns true where the system does not tell the idle time', () => {
    const { system, isSpare } = checkOf()
    system.idle = undefined
    expect(isSpare()).toBe(true)
  })

  it('reads the idle time of this system', () => {
    expect(typeof hasSpareProcessor()).toBe('boolean')
  })
})
