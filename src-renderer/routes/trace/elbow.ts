import type { Place } from './layout.ts'

const BEND = 10

/** Returns the path of an elbow: to the right, up or down, to the right. */
export function elbow(from: Place, to: Place, turn: number): string {
  const { x: x1, y: y1 } = from
  const { x: x2, y: y2 } = to
  if (Math.abs(y2 - y1) < 1) return `M${x1} ${y1}H${x2}`
  const middle = x1 + turn
  const down = Math.sign(y2 - y1)
  const bend = Math.min(BEND, Math.abs(y2 - y1) / 2, turn)
  return [
    `M${x1} ${y1}`,
    `H${middle - bend}`,
    `Q${middle} ${y1} ${middle} ${y1 + down * bend}`,
    `V${y2 - down * bend}`,
    `Q${middle} ${y2} ${middle + bend} ${y2}`,
    `H${x2}`,
  ].join('')
}

/** Returns the path of a line that leaves to the right, turns down and runs back to the left. */
export function turnBack(from: Place, to: Place, turn: number): string {
  const bend = Math.min(BEND, Math.abs(to.y - from.y) / 2, turn)
  const right = from.x + turn
  return [
    `M${from.x} ${from.y}`,
    `H${right - bend}`,
    `Q${right} ${from.y} ${right} ${from.y + bend}`,
    `V${to.y - bend}`,
    `Q${right} ${to.y} ${right - bend} ${to.y}`,
    `H${to.x}`,
  ].join('')
}
