import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitView, type Size } from './fitView.ts'
import type { Bounds, Layout, Place } from './layout.ts'
import { usePan } from './usePan.ts'
import { clamp, type View, zoomed } from './zoomed.ts'

const STEP = 1.25
/** Minimum distance between a selected node and the window's edge, in pixels. */
const EDGE = 64

/** Returns the view moved as little as needed to show a place. */
function broughtIn(view: View, place: Place, size: Size): View {
  const x = place.x * view.k + view.dx
  const y = place.y * view.k + view.dy
  const inside = (at: number, length: number) => clamp(at, EDGE, Math.max(EDGE, length - EDGE))
  return { ...view, dx: view.dx + inside(x, size.width) - x, dy: view.dy + inside(y, size.height) - y }
}

/** Returns the visible part of the graph. */
function windowOf({ k, dx, dy }: View, { width, height }: Size): Bounds {
  return { x: -dx / k, y: -dy / k, width: width / k, height: height / k }
}

function useSize(window: RefObject<Element | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
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
  return size
}

/** Manages zoom and pan of a graph. Until the user moves it, the view follows the window's size. */
export function useViewport(window: RefObject<Element | null>, layout: Layout) {
  const size = useSize(window)
  const [moved, setMoved] = useState<View>()
  const view = moved ?? (size && fitView(layout, size))
  const current = useRef({ view, size })
  current.current = { view, size }

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

  const handlers = usePan(view, setMoved)
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
  // Of the layout before, while a new one is drawn for the first time.
  const last = useRef(view)
  useEffect(() => {
    last.current = view
  })
  /** Moves the view so that a place is displayed where another one was, in a new layout. */
  const keepAt = useCallback((from: Place, to: Place) => {
    if (!last.current) return
    const { k, dx, dy } = last.current
    setMoved({ k, dx: dx + (from.x - to.x) * k, dy: dy + (from.y - to.y) * k })
  }, [])
  return {
    view,
    size,
    shown: view && size && windowOf(view, size),
    handlers,
    show,
    keepAt,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit: () => setMoved(undefined),
  }
}
