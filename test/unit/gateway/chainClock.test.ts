import { describe, expect, it } from 'vitest'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { devnetClock } from '../../../src-main/gateway/chainClock.ts'

const WAIT_MS = 20

describe('the clock of a devnet', () => {
  it("is read with the interval between its blocks and its distance from this machine's clock", async () => {
    const clockOf = (offset: number | null, behind: number) => {
      const status = async () =>
        ({
          now: 4_000_000_000,
          block_interval: 5,
          clock_offset: offset,
          clock_behind: behind,
        }) as DevnetStatus
      return devnetClock({ status }, WAIT_MS)
    }
    const reading = { now: 4_000_000_000, blockInterval: 5 }
    expect(await clockOf(3_610, 3_600)).toEqual({ ...reading, distance: { offset: 3_610, behind: 3_600 } })
    expect(await clockOf(null, 0)).toEqual({ ...reading, distance: undefined })
  })

  it.each([
    ['does not answer', () => new Promise<DevnetStatus>(() => {}), 'the devnet has not answered for 20 ms'],
    ['has stopped', () => Promise.reject(new Error('its thread has ended')), 'its thread has ended'],
  ])("is replaced by the machine's when the devnet %s", async (_, status, fault) => {
    const before = Math.floor(Date.now() / 1000)
    const clock = await devnetClock({ status }, WAIT_MS)
    expect(clock.fault).toBe(fault)
    expect(clock.now).toBeGreaterThanOrEqual(before)
  })
})
