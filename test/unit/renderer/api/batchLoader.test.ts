import { describe, expect, it } from 'vitest'
import { BatchLoader, inHalves } from '../../../../src-renderer/api/batchLoader.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

describe('BatchLoader', () => {
  it('runs no more requests at a time than its maximum, in the order of the keys', async () => {
    const batches: string[][] = []
    let running = 0
    const loader = new BatchLoader<string>({
      ask: async (keys) => {
        running += 1
        expect(running).toBe(1)
        batches.push([...keys])
        await Promise.resolve()
        running -= 1
        return new Map(keys.map((key) => [key, `value ${key}`]))
      },
      maxBatch: 2,
      maxRequests: 1,
    })
    const values = await Promise.all(numbers(5).map((key) => loader.load(key)))
    expect(batches).toEqual([['0', '1'], ['2', '3'], ['4']])
    expect(values).toEqual(numbers(5).map((key) => `value ${key}`))
  })

  it('does not request a key whose only caller has left, and keeps it for another caller', async () => {
    const batches: string[][] = []
    const loader = new BatchLoader<string>({
      ask: (keys) => {
        batches.push([...keys])
        return Promise.resolve(new Map(keys.map((key) => [key, key])))
      },
      maxBatch: 10,
    })
    const left = new AbortController()
    const gone = [loader.load('a', left.signal), loader.load('b', left.signal)]
    const kept = [loader.load('b'), loader.load('c')]
    left.abort(new Error('the page was left'))
    const ended = await Promise.allSettled(gone)
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await Promise.all(kept)).toEqual(['b', 'c'])
    expect(batches).toEqual([['b', 'c']])
  })

  it('goes on with the next batch after one that failed', async () => {
    const loader = new BatchLoader<string>({
      ask: (keys) =>
        keys.includes('0') ? Promise.reject(new Error('refused')) : Promise.resolve(new Map([['1', 'one']])),
      maxBatch: 1,
      maxRequests: 1,
    })
    const [first, second, third] = await Promise.allSettled(numbers(3).map((key) => loader.load(key)))
    expect(first?.status).toBe('rejected')
    expect(second).toEqual({ status: 'fulfilled', value: 'one' })
    expect(third).toEqual({ status: 'fulfilled', value: undefined })
  })

  it('rejects only the key whose value is an error', async () => {
    const loader = new BatchLoader<string>({
      ask: () =>
        Promise.resolve(
          new Map<string, string | Error>([
            ['0', 'zero'],
            ['1', new Error('refused')],
          ]),
        ),
      maxBatch: 9,
    })
    const [first, second] = await Promise.allSettled(numbers(2).map((key) => loader.load(key)))
    expect(first).toEqual({ status: 'fulfilled', value: 'zero' })
    expect(second).toMatchObject({ status: 'rejected', reason: { message: 'refused' } })
  })
})

describe('inHalves', () => {
  const refusing = (bad: readonly string[], asked: string[][]) => (keys: readonly string[]) => {
    asked.push([...keys])
    return keys.some((key) => bad.includes(key))
      ? Promise.reject(new Error('refused'))
      : Promise.resolve(new Map(keys.map((key) => [key, key])))
  }

  it('finds the values of all keys beside the refused ones, with less than two requests for each key', async () => {
    const asked: string[][] = []
    const values = await inHalves<string>(refusing(['2', '6'], asked), () => true)(numbers(8))
    const refused = [...values].filter(([, value]) => value instanceof Error).map(([key]) => key)
    expect(refused).toEqual(['2', '6'])
    expect([...values.keys()]).toEqual(numbers(8))
    expect(asked.length).toBeLessThan(16)
  })

  it('asks once if all keys have values, or if the failure is not that of one key', async () => {
    const asked: string[][] = []
    await inHalves<string>(refusing([], asked), () => true)(numbers(4))
    const failing = inHalves<string>(refusing(['0'], asked), () => false)
    await expect(failing(numbers(4))).rejects.toThrow('refused')
    expect(asked.length).toBe(2)
  })
})
