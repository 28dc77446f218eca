/** The identicon of an account: its hue, and a mark for each cell in the left half of a mirrored 4×4 grid. */
export type IdenticonShape = {
  /** Hue in degrees. */
  readonly hue: number
  /** SVG path data of all marks, in a square of 40 units. */
  readonly path: string
}

const SIZE = 40
const CELL = SIZE / 4

/**
 * Returns the path of a mark in the cell with its corner at (x, y): a square, two quarter discs, a triangle, a
 * disc, a half, or nothing.
 */
function mark(kind: number, x: number, y: number, flip: boolean): string {
  const left = flip ? x + CELL : x
  const step = flip ? -CELL : CELL
  const sweep = flip ? 0 : 1
  switch (kind) {
    case 0:
    case 1:
      return `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`
    case 2:
      return `M${left} ${y}h${step}a${CELL} ${CELL} 0 0 ${sweep} ${-step} ${CELL}z`
    case 3:
      return `M${left} ${y + CELL}v${-CELL}a${CELL} ${CELL} 0 0 ${sweep} ${step} ${CELL}z`
    case 4:
      return `M${left} ${y + CELL}h${step}v${-CELL}z`
    case 5:
      return `M${x + CELL / 2} ${y + CELL * 0.2}a${CELL * 0.3} ${CELL * 0.3} 0 1 0 .01 0z`
    case 6:
      return `M${x} ${y + CELL / 2}h${CELL}v${CELL / 2}h${-CELL}z`
    default:
      return ''
  }
}

/** Returns the identicon of a 32-byte account hash, which is the same on every network. */
export function identiconShape(hash: Uint8Array): IdenticonShape {
  const at = (i: number) => hash[i] ?? 0
  let path = ''
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 2; column++) {
      const kind = at(4 + row * 2 + column) % 8
      const y = row * CELL
      path += mark(kind, column * CELL, y, false) + mark(kind, SIZE - CELL - column * CELL, y, true)
    }
  }
  return { hue: Math.round(((at(0) << 8) | at(1)) * (360 / 65536)), path }
}
