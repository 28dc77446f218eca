import { useState } from 'react'

/** Returns the value from when `holding` became true while that is so, else the newest. */
export function useFrozenValue<Value>(value: Value, holding: boolean): Value {
  const [held, setHeld] = useState<{ readonly value: Value } | undefined>()
  if (holding && !held) setHeld({ value })
  if (!holding && held) setHeld(undefined)
  return holding && held ? held.value : value
}
