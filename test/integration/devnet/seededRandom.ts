import { hash } from 'node:crypto'

/** Numbers that look random and follow from a seed. */
export type SeededRandom = {
  /** From 0 to `limit` - 1. */
  below(limit: number): number
  bytes(length: number): Buffer
  /** @throws RangeError where there is none */
  pick<T>(items: readonly T[]): T
}

export function seededRandom(seed: string): SeededRandom {
  let count = 0
  const block = () => hash('sha256', `${seed} ${count++}`, 'buffer')
  const below = (limit: number) => block().readUInt32BE(0) % limit
  return {
    below,
    bytes: (length) =>
      Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, block)).subarray(0, length),
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[below(items.length)] as T
    },
  }
}
