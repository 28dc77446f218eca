import { type PointerEvent, useMemo, useRef, useState } from 'react'

export type StableListHandlers = {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

type StableList<Value> = {
  /** The value to draw: while the list is in use the one from before, else the newest. */
  readonly shown: Value
  readonly handlers: StableListHandlers
  /** Takes the newest value although the list is in use. */
  readonly release: () => void
}

/**
 * Freezes a live list while the pointer is over it or the focus inside it, so that no row moves away under a click.
 * Touches do not freeze it.
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
