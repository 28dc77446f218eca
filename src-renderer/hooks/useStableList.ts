import { type PointerEvent, useMemo, useRef, useState } from 'react'

export type StableListHandlers = {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

type StableList<Value> = {
  /** The value to display: the newest, or an earlier one while the list is in use. */
  readonly shown: Value
  readonly handlers: StableListHandlers
  /** Replaces the value by the newest one although the list is in use. */
  readonly release: () => void
}

/**
 * Freezes a live list while it has the pointer or the focus, so that no row moves under a click. Touches do not
 * freeze it.
 */
export function useStableList<Value>(value: Value): StableList<Value> {
  const [held, setHeld] = useState<{ readonly value: Value } | undefined>()
  const newest = useRef(value)
  newest.current = value
  const handlers = useMemo(() => {
    const hold = () => setHeld((before) => before ?? { value: newest.current })
    const free = () => setHeld(undefined)
    return {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && hold(),
      onPointerLeave: free,
      onFocus: hold,
      onBlur: free,
    }
  }, [])
  return {
    shown: held ? held.value : value,
    handlers,
    release: () => setHeld((before) => before && { value: newest.current }),
  }
}
