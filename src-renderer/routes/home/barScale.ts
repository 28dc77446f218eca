/** Returns the top of a linear scale for counts up to `largest`: 1, 2 or 5 times a power of ten, at least 1. */
export function scaleTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= largest) ?? power
}

/** Returns the height of a part as a share of the chart, 0 to 1: equal counts have equal heights in every bar. */
export function barShare(count: number, top: number): number {
  return Math.min(1, count / top)
}
