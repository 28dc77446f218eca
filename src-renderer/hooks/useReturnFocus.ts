import { type FocusEvent, useCallback, useMemo, useRef } from 'react'

export type ReturnFocus = {
  /** Remembers the element that had the focus before a field. */
  readonly enter: (event: FocusEvent) => void
  /** Returns the focus to that element, or removes it if there was none or it is gone. */
  readonly leave: () => void
}

/** Returns handlers of a field that is left with Escape, where the focus goes back to where it came from. */
export function useReturnFocus(): ReturnFocus {
  const origin = useRef<HTMLElement | null>(null)
  const enter = useCallback(({ relatedTarget, currentTarget }: FocusEvent) => {
    // Within the search the focus can move, and the field is replaced when its script is loaded.
    const isInside = relatedTarget instanceof Element && relatedTarget.closest('[role="search"], search')
    if (relatedTarget instanceof HTMLElement && !isInside && relatedTarget !== currentTarget) {
      origin.current = relatedTarget
    }
  }, [])
  const leave = useCallback(() => {
    const { current } = origin
    origin.current = null
    if (current?.isConnected) current.focus()
    if (document.activeElement !== current && document.activeElement instanceof HTMLElement) {
      document.activeElement.blur()
    }
  }, [])
  return useMemo(() => ({ enter, leave }), [enter, leave])
}
