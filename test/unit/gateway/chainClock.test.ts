import { describe, expect, it } from 'vitest'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { devnetClock } from '../../../src-main/gateway/chainClock.ts'

const WAIT_MS = 20

describe('the clock of a devnet', () => {
  it('is read with the interval between its blocks', async () => {
    const status = async () => ({ now: 4_000_000_000, block_interval: 5 }) as DevnetStatus
    expect(await devnetClock({ status }, WAIT_MS)).toEqual({ now: 4_000_000_000, blockInterval: 5 })
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
