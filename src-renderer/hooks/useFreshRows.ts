import { useRef } from 'react'

/**
 * Returns whether a row has arrived since the list was first drawn. Its highlight fades once, by CSS, because the row
 * element is new.
 * @param newest seqno or lt of the newest row; undefined while there are none
 */
export function useFreshRows<Position extends number | bigint>(
  newest: Position | undefined,
): (position: Position) => boolean {
  const first = useRef(newest)
  first.current ??= newest
  return (position) => first.current !== undefined && position > first.current
}
