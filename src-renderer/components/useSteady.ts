import { type PointerEvent, useMemo, useRef, useState } from 'react'

export type SteadyHandlers = {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

type Steady<Value> = {
  /** What to draw: the value of the moment when the list began to be used, the newest otherwise. */
  readonly shown: Value
  readonly handlers: SteadyHandlers
  /** Takes the newest value although the list is in use. */
  readonly release: () => void
}

/**
 * Keeps a live list still while the pointer is over it or the focus inside it, so that no row moves away under a
 * click. A touch is no hovering: it holds nothing.
 */
export function useSteady<Value>(value: Value): Steady<Value> {
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
