import { useRef } from 'react'

/**
 * Returns whether a row has arrived since the list was first drawn. Its highlight fades once, by CSS, because the row
 * element is new.
 */
export function useFreshRows(newest: number): (seqno: number) => boolean {
  const first = useRef(newest)
  return (seqno) => seqno > first.current
}
