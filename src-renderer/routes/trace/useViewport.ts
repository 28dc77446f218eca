import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Layout, Place } from './layout.ts'

/** A transformation of the graph: (x, y) is displayed at (x·k + dx, y·k + dy). */
export type View = { readonly k: number; readonly dx: number; readonly dy: number }

type Size = { readonly width: number; readonly height: number }

const SMALLEST = 0.2
const LARGEST = 2.5
/** Maximum scale with which a small trace fills the window. */
const FIT_LARGEST = 1.1
/** Minimum scale with readable labels. A larger trace is first shown from its beginning. */
const READABLE = 0.8
const STEP = 1.25
/** Minimum distance between a selected node and the window's edge, in pixels. */
const EDGE = 56

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Returns the view of the whole graph, centred. */
function fitView({ bounds }: Layout, size: Size): View {
  const k = clamp(Math.min(size.width / bounds.width, size.height / bounds.height), SMALLEST, FIT_LARGEST)
  return {
    k,
    dx: (size.width - bounds.width * k) / 2 - bounds.x * k,
    dy: (size.height - bounds.height * k) / 2 - bounds.y * k,
  }
}

/** Returns the view of the whole graph if it is readable, otherwise of its beginning. */
function firstView(layout: Layout, size: Size): View {
  const fit = fitView(layout, size)
  if (fit.k >= READABLE) return fit
  const root = layout.items[1] ?? layout.items[0]
  const tall = layout.bounds.height * READABLE > size.height
  return {
    k: READABLE,
    dx: -layout.bounds.x * READABLE,
    dy: tall
      ? size.height / 2 - (root?.y ?? 0) * READABLE
      : (size.height - layout.bounds.height * READABLE) / 2 - layout.bounds.y * READABLE,
  }
}

/** Returns the view scaled around a point of the window. */
function zoomed(view: View, factor: number, { x, y }: Place): View {
  const k = clamp(view.k * factor, SMALLEST, LARGEST)
  const real = k / view.k
  return { k, dx: x - (x - view.dx) * real, dy: y - (y - view.dy) * real }
}

/** Returns the view moved as little as needed to show a place. */
function broughtIn(view: View, place: Place, size: Size): View {
  const x = place.x * view.k + view.dx
  const y = place.y * view.k + view.dy
  const inside = (at: number, length: number) => clamp(at, EDGE, Math.max(EDGE, length - EDGE))
  return { ...view, dx: view.dx + inside(x, size.width) - x, dy: view.dy + inside(y, size.height) - y }
}

/** Manages zoom and pan of a graph. Until the user moves it, the view follows the window's size. */
export function useViewport(window: RefObject<Element | null>, layout: Layout) {
  const [size, setSize] = useState<Size>()
  const [moved, setMoved] = useState<View>()
  const view = moved ?? (size && firstView(layout, size))
  const current = useRef({ view, size })
  current.current = { view, size }

  useLayoutEffect(() => {
    const element = window.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize({ width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [window])

  useEffect(() => {
    const element = window.current
    // A listener of React is passive and cannot prevent the page from scrolling.
    const wheel = (event: Event) => {
      if (!(event instanceof WheelEvent) || !current.current.view) return
      event.preventDefault()
      const { left, top } =
        event.currentTarget instanceof Element
          ? event.currentTarget.getBoundingClientRect()
          : { left: 0, top: 0 }
      const point = { x: event.clientX - left, y: event.clientY - top }
      setMoved(zoomed(current.current.view, Math.exp(-event.deltaY * 0.0016), point))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [window])

  const drag = useRef<{
    readonly pointer: number
    readonly x: number
    readonly y: number
    readonly from: View
  }>(undefined)
  const handlers = {
    onPointerDown(event: PointerEvent<Element>) {
      if (event.button !== 0 || !view) return
      if (event.target instanceof Element && event.target.closest('[role=treeitem]')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from: view }
    },
    onPointerMove(event: PointerEvent<Element>) {
      const start = drag.current
      if (start?.pointer !== event.pointerId) return
      const { from, x, y } = start
      setMoved({ ...from, dx: from.dx + event.clientX - x, dy: from.dy + event.clientY - y })
    },
    onPointerUp() {
      drag.current = undefined
    },
    onPointerCancel() {
      drag.current = undefined
    },
  }
  const zoom = (factor: number) => {
    if (view && size) setMoved(zoomed(view, factor, { x: size.width / 2, y: size.height / 2 }))
  }
  /** Moves the view if a place is not visible. */
  const show = useCallback((place: Place) => {
    const { view: now, size: window } = current.current
    if (!now || !window) return
    const next = broughtIn(now, place, window)
    if (next.dx !== now.dx || next.dy !== now.dy) setMoved(next)
  }, [])
  return {
    view,
    handlers,
    show,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit: () => size && setMoved(fitView(layout, size)),
  }
}
