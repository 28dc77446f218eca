import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { gather } from '../../../../src-main/indexer/fetch/gather.ts'
import { mapInOrder } from '../../../../src-main/indexer/fetch/mapInOrder.ts'

/** Numbers from 1 on, then the failure; `given` is how many were taken from it. */
function numbers(count: number, failure?: Error) {
  const source = {
    given: 0,
    async *[Symbol.asyncIterator]() {
      while (source.given < count) yield ++source.given
      if (failure) throw failure
    },
  }
  return source
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn()
}

describe('gather', () => {
  it('yields the pieces that have arrived together, in order and up to the limit', async () => {
    const lists: (readonly number[])[] = []
    for await (const list of gather(numbers(10), 4)) {
      lists.push(list)
      await turns(3)
    }
    expect(lists.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(lists[1]).toHaveLength(4)
    expect(Math.max(...lists.map(({ length }) => length))).toBe(4)
  })

  it('yields all pieces before an error, then throws it', async () => {
    const lists: (readonly number[])[] = []
    const all = async () => {
      for await (const list of gather(numbers(6, new Error('the source broke')), 4)) {
        lists.push(list)
        await turns(3)
      }
    }
    await expect(all()).rejects.toThrow('the source broke')
    expect(lists.flat()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('reads ahead up to the limit, and stops when the consumer stops', async () => {
    const source = numbers(1000)
    for await (const list of gather(source, 4)) {
      expect(list[0]).toBe(1)
      await turns(5)
      break
    }
    await turns(5)
    expect(source.given).toBeLessThanOrEqual(8)
  })
})

describe('mapInOrder', () => {
  it('yields results in the order of the source, at most so many at once', async () => {
    let underWay = 0
    let most = 0
    const results: number[] = []
    const work = async (number: number) => {
      most = Math.max(most, ++underWay)
      await turns(10 - number)
      underWay--
      return number * 2
    }
    for await (const result of mapInOrder(numbers(9), 3, work)) results.push(result)
    expect(results).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(most).toBe(3)
  })

  it('throws the first error of the work after the results before it', async () => {
    const results: number[] = []
    const all = async () => {
      const work = async (number: number) => {
        if (number === 4) throw new Error('the fourth broke')
        return number
      }
      for await (const result of mapInOrder(numbers(9), 3, work)) results.push(result)
    }
    await expect(all()).rejects.toThrow('the fourth broke')
    expect(results).toEqual([1, 2, 3])
  })
})
