import { useState } from 'react'

/** Keeps the value of the moment when `holding` began for as long as it lasts. */
export function useHeldWhile<Value>(value: Value, holding: boolean): Value {
  const [held, setHeld] = useState<{ readonly value: Value } | undefined>()
  if (holding && !held) setHeld({ value })
  if (!holding && held) setHeld(undefined)
  return holding && held ? held.value : value
}
