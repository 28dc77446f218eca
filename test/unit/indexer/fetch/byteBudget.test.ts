import { describe, expect, it } from 'vitest'
import { ByteBudget } from '../../../../src-main/indexer/fetch/byteBudget.ts'

const MB = 1 << 20
const never = new AbortController().signal

/** Starts pieces of work; returns the number of those that have room. */
async function start(budget: ByteBudget, count: number) {
  let started = 0
  for (let piece = 0; piece < count; piece++) void budget.room(never).then(() => started++)
  await new Promise(setImmediate)
  return () => started
}

describe('ByteBudget', () => {
  it('starts no more work than the limit has room for, also before the first size is known', async () => {
    const started = await start(new ByteBudget(8 * MB), 100)
    expect(started()).toBe(8)
  })

  it('starts more work where the pieces are small, and less where they are large', async () => {
    const small = new ByteBudget(8 * MB)
    const ofSmall = await start(small, 1_000)
    for (let piece = 0; piece < 200; piece++) {
      small.take(10_000)
      small.free(10_000)
      await Promise.resolve()
    }
    await new Promise(setImmediate)
    // 800 of 10 kB are under way.
    expect(ofSmall()).toBeGreaterThan(900)
    const large = new ByteBudget(8 * MB)
    const ofLarge = await start(large, 100)
    for (let piece = 0; piece < 4; piece++) large.take(2 * MB)
    await new Promise(setImmediate)
    expect(ofLarge()).toBe(8)
  })

  it('lets one piece of work start that is larger than the limit', async () => {
    const budget = new ByteBudget(1_000)
    const started = await start(budget, 2)
    expect(started()).toBe(1)
    budget.take(5_000)
    await new Promise(setImmediate)
    expect(started()).toBe(1)
    budget.free(5_000)
    await new Promise(setImmediate)
    expect(started()).toBe(2)
  })

  it('rejects with the reason of the signal', async () => {
    const budget = new ByteBudget(1)
    await budget.room(never)
    const abort = new AbortController()
    const waiting = budget.room(abort.signal)
    abort.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})
