import { describe, expect, it } from 'vitest'
import { formatAge } from '../../../../src-renderer/format/age.ts'
import {
  chainTime,
  clockText,
  devnetClock,
  devnetClockText,
  isOutdated,
  MACHINE_CLOCK,
} from '../../../../src-renderer/format/chainClock.ts'

const DAY = 86_400
/** Seconds. */
const NOW = 1_795_000_000

describe('the chain clock', () => {
  it('counts ages from the time of a devnet that travelled a day ahead', () => {
    const clock = devnetClock({ clock: 'wall', now: NOW + DAY }, NOW * 1000)
    const head = { seqno: 9, utime: NOW + DAY }
    const later = chainTime(clock, head, (NOW + 7) * 1000) / 1000
    expect(formatAge(later - head.utime)).toBe('7 s')
    // Made before the journey: by this machine's clock alone it would be a few seconds old.
    expect(formatAge(later - NOW)).toBe('1 d')
  })

  it('stands still between the blocks of a stepped devnet', () => {
    const clock = devnetClock({ clock: 'stepped', now: 101 }, NOW * 1000)
    expect(chainTime(clock, { seqno: 1, utime: 100 }, (NOW + 60) * 1000)).toBe(100_000)
  })

  it('is never behind the head, however slow this machine’s clock is', () => {
    expect(chainTime(MACHINE_CLOCK, { seqno: 1, utime: NOW + 50 }, NOW * 1000)).toBe((NOW + 50) * 1000)
    expect(chainTime(MACHINE_CLOCK, undefined, NOW * 1000)).toBe(NOW * 1000)
  })

  it('is described by its distance from this machine’s', () => {
    const text = (now: number) => clockText(devnetClock({ clock: 'wall', now }, NOW * 1000 + 999))
    expect([text(NOW), text(NOW + DAY), text(NOW - DAY)]).toEqual([
      'same as this machine',
      '1 d ahead of this machine',
      '1 d behind this machine',
    ])
    expect(clockText({ kind: 'stepped' })).toBe('one second for each block')
  })

  it("names this machine's clock as the reason if that went back", () => {
    const text = (now: number, clock_behind: number) =>
      devnetClockText({ clock: 'wall', now, clock_behind }, NOW * 1000)
    expect(text(NOW + DAY, 0)).toBe('1 d ahead of this machine')
    expect(text(NOW + DAY, DAY)).toBe('1 d ahead of this machine, whose clock is 1 d behind the latest block')
  })

  it('is outdated once a head is ahead of it', () => {
    const clock = devnetClock({ clock: 'wall', now: NOW }, NOW * 1000)
    expect(isOutdated(clock, { seqno: 1, utime: NOW + 1 }, NOW * 1000)).toBe(false)
    expect(isOutdated(clock, { seqno: 2, utime: NOW + DAY }, NOW * 1000)).toBe(true)
  })
})
