import { describe, expect, it } from 'vitest'
import { steppedClock, targetTime, wallClock } from '../../../../src-main/devnet/runtime/clock.ts'

const START = 1_800_000_000
const YEAR = 365 * 86_400

/** A machine whose wall clock can be set, and a chain on it whose blocks take their time from the clock. */
function openRig() {
  const machine = { wallMs: START * 1000 + 400, steadyMs: 5_000 }
  const chain = { head: START - 60 }
  const open = (kept = { offset: 0, behind: 0 }) =>
    wallClock({
      ...kept,
      headTime: () => chain.head,
      machine: { wall: () => machine.wallMs, steady: () => machine.steadyMs },
    })
  let clock = open()
  return {
    chain,
    clock: () => clock,
    /** Lets time pass, as both clocks show it. */
    pass(seconds: number) {
      machine.wallMs += seconds * 1000
      machine.steadyMs += seconds * 1000
    },
    /** Sets the wall clock that much ahead or back. */
    jump(seconds: number) {
      machine.wallMs += seconds * 1000
    },
    block() {
      chain.head = Math.max(chain.head, clock.now())
      return chain.head
    },
    /** Closes the chain and opens it after some time. */
    restart(seconds = 0) {
      const kept = { offset: clock.offset(), behind: clock.behind() }
      machine.wallMs += seconds * 1000
      machine.steadyMs = 1_000
      clock = open(kept)
    },
  }
}

describe('a stepped clock', () => {
  it('shows a second more than the newest block, or the time that was set', () => {
    let head = 100
    const clock = steppedClock(() => head)
    expect([clock.now(), clock.now()]).toEqual([101, 101])
    head = 101
    expect(clock.now()).toBe(102)
    clock.moveTo(5000)
    expect(clock.now()).toBe(5000)
    head = 5000
    expect(clock.now()).toBe(5001)
    expect([clock.offset(), clock.behind()]).toEqual([0, 0])
  })
})

describe('a wall clock', () => {
  it('is ahead of this machine by its offset, which setting the time changes and undoes', () => {
    const { clock, pass } = openRig()
    expect(clock().now()).toBe(START)
    const moveBack = clock().moveTo(START + 50_000)
    pass(10)
    expect([clock().now(), clock().offset(), clock().behind()]).toEqual([START + 50_010, 50_000, 0])
    moveBack()
    expect([clock().now(), clock().offset()]).toEqual([START + 10, 0])
  })

  it('follows a clock that jumps ahead, as after the sleep of a machine', () => {
    const { clock, jump } = openRig()
    jump(86_400)
    expect([clock().now(), clock().behind()]).toEqual([START + 86_400, 0])
  })

  it('follows a clock that goes back if no block has a later time', () => {
    const { clock, jump, block } = openRig()
    block()
    jump(3_600)
    expect(clock().now()).toBe(START + 3_600)
    jump(-3_600)
    expect([clock().now(), clock().behind()]).toEqual([START, 0])
  })

  it('goes on from the newest block with the speed of the clock after a jump ahead and back', () => {
    const { clock, jump, pass, block } = openRig()
    jump(3_600)
    expect(block()).toBe(START + 3_600)
    jump(-3_600)
    const times = Array.from({ length: 8 }, () => {
      pass(0.7)
      return block() - START - 3_600
    })
    // Fractions of a second are not lost from block to block.
    expect(times).toEqual([1, 1, 2, 3, 3, 4, 5, 6])
    pass(1_000)
    expect(clock().now()).toBe(START + 3_600 + 1_006)
    expect([clock().offset(), clock().behind()]).toEqual([0, 3_600])
  })

  it('does not add up the jumps of a clock that is set again and again', () => {
    const { clock, jump, pass, block } = openRig()
    for (let times = 0; times < 20; times++) {
      jump(3_600)
      pass(2)
      block()
      jump(-3_600)
      pass(2)
      block()
    }
    expect(clock().behind()).toBeGreaterThan(3_590)
    expect(clock().behind()).toBeLessThanOrEqual(3_600)
  })

  it('follows this machine again once its clock has caught up', () => {
    const { clock, jump, pass, block } = openRig()
    // A machine without a clock of its own starts in the past, and reads the time from the network later.
    jump(-26 * YEAR)
    block()
    pass(30)
    expect([clock().now(), clock().behind()]).toEqual([START - 30, 26 * YEAR - 60])
    block()
    jump(26 * YEAR)
    expect([clock().now(), clock().behind()]).toEqual([START + 30, 0])
    jump(-1)
    block()
    pass(5)
    expect(clock().now()).toBe(START + 34)
  })

  it('keeps its distance over a restart, and gives it up if the clock was corrected meanwhile', () => {
    const { clock, jump, pass, block, restart } = openRig()
    jump(3_600)
    block()
    jump(-3_600)
    pass(10)
    block()
    restart(600)
    expect(clock().now()).toBe(START + 3_600 + 610)
    expect(clock().behind()).toBe(3_600)
    block()
    restart(7_200)
    expect([clock().now(), clock().behind()]).toEqual([START + 7_810, 0])
  })

  it('goes on from the newest block if a restart finds the clock elsewhere again', () => {
    const { clock, jump, block, restart, chain } = openRig()
    jump(-26 * YEAR)
    block()
    restart()
    // An hour late instead of 26 years: the distance of before would lead far into the future.
    jump(26 * YEAR - 3_600)
    expect(clock().now()).toBe(chain.head)
    restart()
    jump(-YEAR)
    expect(clock().now()).toBe(chain.head)
  })

  it('keeps the requested offset apart from the distance of a wrong clock', () => {
    const { clock, jump, pass, block } = openRig()
    clock().moveTo(START + 1_000)
    block()
    jump(-500)
    pass(10)
    expect([clock().now(), clock().offset(), clock().behind()]).toEqual([START + 1_010, 1_000, 500])
    const moveBack = clock().moveTo(START + 2_010)
    expect([clock().now(), clock().offset(), clock().behind()]).toEqual([START + 2_010, 2_000, 500])
    moveBack()
    expect([clock().now(), clock().offset(), clock().behind()]).toEqual([START + 1_010, 1_000, 500])
    jump(500)
    expect([clock().now(), clock().offset(), clock().behind()]).toEqual([START + 1_010, 1_000, 0])
  })
})
describe('targetTime', () => {
  it('returns the time so many seconds ahead, or the given time', () => {
    expect(targetTime(1000, { forward: 1 })).toBe(1001)
    expect(targetTime(1000, { to: 5000 })).toBe(5000)
  })

  it('rejects the present, earlier times and times that no block can have', () => {
    for (const journey of [
      { forward: 0 },
      { forward: -1 },
      { forward: 1.5 },
      { forward: Number.NaN },
      { to: 1000 },
      { to: 1 },
      { to: 4_294_967_295 },
      { forward: 4_000_000_000 },
    ]) {
      expect(() => targetTime(1000, journey)).toThrow(expect.objectContaining({ code: 'bad-request' }))
    }
  })
})
