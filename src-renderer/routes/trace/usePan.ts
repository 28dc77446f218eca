import { type PointerEvent, useRef } from 'react'
import type { Place } from './layout.ts'
import { type View, zoomed } from './zoomed.ts'

/** Distance within which a pointer that goes down on a node presses it and does not drag, in pixels. */
const CLICK = 4

type Drag = {
  /** Positions of the pointers when the drag began, or when one was added or lifted. */
  readonly from: ReadonlyMap<number, Place>
  readonly view: View
  isMoved: boolean
}

function middle(points: readonly Place[]): Place {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }
}

/** Returns the distance between the first two points; 1 for fewer. */
function spread([one, other]: readonly Place[]): number {
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1
}

/** Returns the handlers of pointers: one drags the graph, two zoom it. */
export function usePan(view: View | undefined, onMove: (view: View) => void) {
  const pointers = useRef(new Map<number, Place>())
  const drag = useRef<Drag>(undefined)
  const begin = () => {
    const isMoved = drag.current?.isMoved === true
    drag.current =
      view && pointers.current.size > 0 ? { from: new Map(pointers.current), view, isMoved } : undefined
  }
  const placeOf = (event: PointerEvent<Element>): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const end = ({ pointerId }: PointerEvent<Element>) => {
    if (pointers.current.delete(pointerId)) begin()
  }
  return {
    onPointerDown(event: PointerEvent<Element>) {
      if (event.button !== 0 || !view) return
      if (pointers.current.size === 0) drag.current = undefined
      pointers.current.set(event.pointerId, placeOf(event))
      begin()
    },
    onPointerMove(event: PointerEvent<Element>) {
      const { current } = drag
      if (!current || !pointers.current.has(event.pointerId)) return
      pointers.current.set(event.pointerId, placeOf(event))
      const [before, now] = [[...current.from.values()], [...pointers.current.values()]]
      const [start, end] = [middle(before), middle(now)]
      if (!current.isMoved && now.length === 1 && Math.hypot(end.x - start.x, end.y - start.y) < CLICK) return
      // Captured from here on only: a captured pointer would not press the node below it.
      if (!current.isMoved) event.currentTarget.setPointerCapture(event.pointerId)
      current.isMoved = true
      const moved = {
        ...current.view,
        dx: current.view.dx + end.x - start.x,
        dy: current.view.dy + end.y - start.y,
      }
      onMove(zoomed(moved, spread(now) / spread(before), end))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
