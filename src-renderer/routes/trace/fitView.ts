import type { Layout } from './layout.ts'
import { clamp, type View } from './zoomed.ts'

export type Size = { readonly width: number; readonly height: number }

/** Minimum scale at which labels are drawn: they have 11 px there. Below it the letters alone are, in 11 px. */
export const READABLE = 11 / 12
/** Maximum scale with which a small trace fills the window. */
const FIT_LARGEST = 1.15

/**
 * Returns the view of the whole graph, centred. A graph that would not be readable is shown from its beginning: its
 * root is at the top left.
 */
export function fitView({ bounds }: Pick<Layout, 'bounds'>, size: Size): View {
  const k = clamp(Math.min(size.width / bounds.width, size.height / bounds.height), READABLE, FIT_LARGEST)
  const from = (start: number, length: number, space: number) =>
    Math.max(0, (space - length * k) / 2) - start * k
  return {
    k,
    dx: from(bounds.x, bounds.width, size.width),
    dy: from(bounds.y, bounds.height, size.height),
  }
}
