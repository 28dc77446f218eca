import { useRef } from 'react'

/**
 * Tells which rows arrived while the list was on the screen: those above the newest one of the first drawing.
 * Their wash fades once, by CSS, because the row element is new.
 */
export function useFreshRows(newest: number): (seqno: number) => boolean {
  const first = useRef(newest)
  return (seqno) => seqno > first.current
}
