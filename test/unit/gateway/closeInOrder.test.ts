import { describe, expect, it, vi } from 'vitest'
import { closeInOrder } from '../../../src-main/gateway/closeInOrder.ts'

describe('closeInOrder', () => {
  it('closes the last part first, one after the other', async () => {
    const order: number[] = []
    const step = (n: number) => async () => {
      await Promise.resolve()
      order.push(n)
    }
    await closeInOrder([step(1), step(2), step(3)])
    expect(order).toEqual([3, 2, 1])
  })

  it('continues after a failure and rejects with it at the end', async () => {
    const first = vi.fn()
    const failing = () => Promise.reject(new Error('stuck'))
    await expect(closeInOrder([first, failing])).rejects.toMatchObject({
      message: 'the gateway did not stop cleanly',
      errors: [expect.objectContaining({ message: 'stuck' })],
    })
    expect(first).toHaveBeenCalledOnce()
  })

  it('stops waiting for a part that does not stop', async () => {
    vi.useFakeTimers()
    const first = vi.fn()
    const closing = expect(closeInOrder([first, () => new Promise<void>(() => {})])).rejects.toThrow(
      AggregateError,
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await closing
    expect(first).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})
