import { describe, expect, it } from 'vitest'
import { vestingSchedule } from '../../../../src-renderer/decode/vestingSchedule.ts'

const CONTRACT = {
  address: '0:1',
  start_time: 1_000,
  total_duration: 1_200,
  unlock_period: 100,
  cliff_duration: 300,
  sender_address: '0:2',
  owner_address: '0:3',
  total_amount: '1200',
  whitelist: [],
}

describe('vestingSchedule', () => {
  it('unlocks nothing before the cliff ends', () => {
    expect(vestingSchedule(CONTRACT, 1_299)).toMatchObject({ unlocked: 0n, locked: 1200n, next: 1_300 })
  })

  it('unlocks whole periods, those of the cliff at its end', () => {
    expect(vestingSchedule(CONTRACT, 1_300)).toMatchObject({ unlocked: 300n, locked: 900n, next: 1_400 })
    expect(vestingSchedule(CONTRACT, 1_399)).toMatchObject({ unlocked: 300n })
  })

  it('unlocks all at the end', () => {
    expect(vestingSchedule(CONTRACT, 2_200)).toMatchObject({ unlocked: 1200n, locked: 0n, next: undefined })
  })

  it('does not divide by the zeros that a contract can state', () => {
    const zeros = { ...CONTRACT, total_duration: 0, unlock_period: 0, cliff_duration: 0 }
    expect(vestingSchedule(zeros, 500)).toMatchObject({ unlocked: 1200n, next: undefined })
  })
})
