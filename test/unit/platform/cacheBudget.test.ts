import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type BudgetedCache,
  CacheBudget,
  cacheShareOf,
  setAffordablePart,
  withCacheShare,
} from '../../../src-main/platform/cacheBudget.ts'

/** A cache of entries of ten bytes. */
function cacheOf(entries: number, maxEntries: number) {
  const cache = { entries }
  const budgeted: BudgetedCache = {
    get memoryBytes() {
      return cache.entries * 10
    },
    maxMemoryBytes: maxEntries * 10,
    dropOldest() {
      if (cache.entries === 0) return false
      cache.entries--
      return true
    },
  }
  return { cache, budgeted }
}

function budgetOf(limitBytes: number, caches: readonly BudgetedCache[]): CacheBudget {
  const budget = new CacheBudget({ ...cacheShareOf('main'), limitBytes })
  for (const cache of caches) budget.add(cache)
  return budget
}

describe('CacheBudget', () => {
  afterEach(() => setAffordablePart(1))

  it('does not shrink caches that together stay within the limit', () => {
    const [one, other] = [cacheOf(10, 10), cacheOf(5, 100)]
    const budget = budgetOf(150, [one.budgeted, other.budgeted])
    budget.settle()
    expect([one.cache.entries, other.cache.entries, budget.usedBytes]).toEqual([10, 5, 150])
  })

  it('takes from the cache that is fullest of its own bound until all are within the limit', () => {
    const [full, large] = [cacheOf(10, 10), cacheOf(40, 100)]
    const budget = budgetOf(300, [full.budgeted, large.budgeted])
    budget.settle()
    expect(budget.usedBytes).toBe(300)
    // Both are filled to the same part of their bounds, to an entry of the smaller one.
    expect(full.cache.entries).toBe(2)
    expect(large.cache.entries).toBe(28)
  })

  it('keeps a small part of the limit for a thread that is idle', () => {
    const { cache, budgeted } = cacheOf(20, 100)
    const budget = budgetOf(400, [budgeted])
    budget.shrink()
    expect([cache.entries, budget.usedBytes]).toEqual([6, 60])
    cache.entries = 40
    budget.settle()
    expect(cache.entries).toBe(40)
  })

  it('keeps the part of the limit that the process can afford', () => {
    const { cache, budgeted } = cacheOf(40, 100)
    const budget = budgetOf(400, [budgeted])
    setAffordablePart(0.5)
    budget.settle()
    expect([cache.entries, budget.limitBytes]).toEqual([20, 400])
    cache.entries = 40
    setAffordablePart(1)
    budget.settle()
    expect(cache.entries).toBe(40)
  })

  it('ends if a cache takes more than the limit and has nothing to drop', () => {
    const stuck: BudgetedCache = { memoryBytes: 500, maxMemoryBytes: 500, dropOldest: () => false }
    const budget = budgetOf(100, [stuck])
    budget.settle()
    expect(budget.usedBytes).toBe(500)
  })
})

describe('cacheShareOf', () => {
  it('divides one setting among the threads of a process', () => {
    const threads = ['main', 'devnet', 'index writer', 'analysis', 'read', 'read']
    const limits = threads.map((name) => cacheShareOf(name, '100').limitBytes)
    const sum = limits.reduce((total, limit) => total + limit, 0)
    expect(sum / 2 ** 20).toBeCloseTo(88)
    expect(limits.every((limit) => limit > 0)).toBe(true)
  })

  it.each(['many', '0', '-3', 'NaN'])('refuses the setting %j with its name', (setting) => {
    expect(() => cacheShareOf('main', setting)).toThrow('TONSCOPE_CACHE_MB')
  })
})

describe("a thread's budget", () => {
  afterEach(() => setAffordablePart(1))

  it.each([1, 0.4])(
    'is %d of the part that it was started with, and its use can be read',
    async (affordable) => {
      setAffordablePart(affordable)
      const share = { ...cacheShareOf('devnet'), limitBytes: 2500 }
      const byteCache = new URL('../../../src-main/chain/archive/byteCache.ts', import.meta.url).href
      const worker = withCacheShare(
        share,
        () =>
          new Worker(
            `import(${JSON.stringify(byteCache)}).then(({ ByteCache }) => {
            const caches = [1, 2, 3].map(() => new ByteCache(2000))
            for (let key = 0; key < 300; key++) caches[key % 3].set(String(key), key, 10)
            require('node:worker_threads').parentPort.postMessage(caches.map(({ size }) => size))
          })`,
            { eval: true, execArgv: ['--experimental-strip-types'] },
          ),
      )
      const sizes = await new Promise<number[]>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
      })
      await worker.terminate()
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2500 * affordable)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(10)
      expect(share.used[0]).toBe(2500 * affordable)
    },
  )
})
