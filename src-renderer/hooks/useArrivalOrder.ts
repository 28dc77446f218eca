import { useState } from 'react'

/**
 * Returns keys in the order in which they appeared, those that appear together in the given order. So nothing is put
 * before what a user has already seen.
 */
export function useArrivalOrder(keys: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  const added = keys.filter((key) => !seen.includes(key))
  const order = added.length === 0 ? seen : [...seen, ...added]
  if (order !== seen) setSeen(order)
  return order.filter((key) => keys.includes(key))
}
