import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { emptyCaches } from '../../../../src-main/liteserver/network/sessionContext.ts'
import type { ChainedTransaction } from '../../../../src-main/liteserver/verify/transactions.ts'
import { CacheBudget, cacheShareOf } from '../../../../src-main/platform/cacheBudget.ts'

/** Larger than the usual account and transaction. */
const SIZE = 16_384

describe('emptyCaches', () => {
  it('bounds the memory of cached accounts and transactions by the budget, however many there are', () => {
    const budget = new CacheBudget(cacheShareOf('main', '32'))
    const { accountCells, transactions } = emptyCaches(budget)
    const transaction = { transaction: beginCell().endCell() } as ChainedTransaction
    for (let index = 0; index < 1_000; index++) {
      accountCells.set(`${index}`, transaction.transaction, SIZE)
      transactions.set(`${index}`, transaction, SIZE)
      expect(budget.usedBytes).toBeLessThanOrEqual(budget.limitBytes)
    }
    expect(accountCells.memoryBytes + transactions.memoryBytes).toBe(budget.usedBytes)
    expect(budget.usedBytes).toBeGreaterThan(budget.limitBytes / 2)
  })
})
