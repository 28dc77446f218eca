import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { formatProgress } from '../../../../src-main/liteserver/errors.ts'
import { ChainProgress } from '../../../../src-main/liteserver/network/chainProgress.ts'

const ID = { workchain: -1, shard: FULL_SHARD, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) }
const link = (seqno: number, genUtime?: number, isKeyBlock = true) => ({
  to: { ...ID, seqno },
  isKeyBlock,
  genUtime,
})

function progressAt(start = 0) {
  let now = start
  const clock = { now: () => now, after: () => () => {} }
  return { progress: new ChainProgress(clock), pass: (ms: number) => (now += ms) }
}

describe('ChainProgress', () => {
  it('has no progress for a path that one answer covers', () => {
    const { progress } = progressAt()
    progress.noteLink(link(100, 1_000))
    expect(progress.current).toBeUndefined()
  })

  it('estimates the remaining key blocks by the times of the proved ones', () => {
    const { progress } = progressAt()
    progress.setTarget({ ...ID, seqno: 1_000_000 }, 10_000)
    expect(progress.current).toEqual({ proved: 0, expected: 0, seqno: 0 })
    for (const [index, seqno] of [100, 150, 900].entries())
      progress.noteLink(link(seqno, 1_000 + index * 500))
    expect(progress.current).toEqual({ proved: 3, expected: 19, seqno: 900 })
  })

  it('estimates by seqno while the time of the target is unknown', () => {
    const { progress } = progressAt()
    progress.setTarget({ ...ID, seqno: 1_000 })
    for (const seqno of [100, 200, 300]) progress.noteLink(link(seqno, 1_000))
    expect(progress.current).toEqual({ proved: 3, expected: 10, seqno: 300 })
  })

  it('counts key blocks only', () => {
    const { progress } = progressAt()
    progress.setTarget({ ...ID, seqno: 1_000 })
    progress.noteLink(link(100))
    progress.noteLink(link(107, 1, false))
    expect(progress.current).toEqual({ proved: 1, expected: 1, seqno: 100 })
  })

  it('is slow when few links were proved within ten seconds', () => {
    const { progress, pass } = progressAt(5_000)
    pass(9_000)
    expect(progress.isSlow).toBe(false)
    pass(2_000)
    expect(progress.isSlow).toBe(true)
    for (let seqno = 1; seqno <= 8; seqno++) progress.noteLink(link(seqno))
    expect(progress.isSlow).toBe(false)
    for (let seqno = 9; seqno <= 20; seqno++) {
      pass(2_000)
      progress.noteLink(link(seqno))
    }
    expect(progress.isSlow).toBe(true)
  })
})

describe('formatProgress', () => {
  it('names the current key block and the estimated total', () => {
    expect(formatProgress({ proved: 811, expected: 1400, seqno: 9 })).toBe(
      'proving key block 812 of about 1,400',
    )
    expect(formatProgress({ proved: 0, expected: 0, seqno: 0 })).toBe('proving key block 1')
  })
})
