import type { Place } from './layout.ts'

/** A transformation of the graph: (x, y) is displayed at (x·k + dx, y·k + dy). */
export type View = { readonly k: number; readonly dx: number; readonly dy: number }

const SMALLEST = 0.4
const LARGEST = 2.5

/** Returns a number, or the bound that it exceeds. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Returns the view scaled around a point of the window. */
export function zoomed(view: View, factor: number, { x, y }: Place): View {
  const k = clamp(view.k * factor, SMALLEST, LARGEST)
  const real = k / view.k
  return { k, dx: x - (x - view.dx) * real, dy: y - (y - view.dy) * real }
}
