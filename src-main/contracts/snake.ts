import type { Cell, Slice } from '@ton/core'

/** Longer texts are cut at the cell that would go beyond. */
export const MAX_SNAKE_BYTES = 8_192

/** The bytes of a slice and then of the first reference of each cell; undefined where a cell holds no whole bytes. */
export function readSnake(start: Slice): Buffer | undefined {
  const parts: Buffer[] = []
  let length = 0
  for (let slice = start; ; ) {
    if (slice.remainingBits % 8 !== 0) return undefined
    const part = slice.loadBuffer(slice.remainingBits / 8)
    length += part.length
    if (length > MAX_SNAKE_BYTES) return Buffer.concat(parts)
    parts.push(part)
    const next = nextCell(slice)
    if (!next) return Buffer.concat(parts)
    slice = next.beginParse()
  }
}

function nextCell(slice: Slice): Cell | undefined {
  const next = slice.remainingRefs > 0 ? slice.loadRef() : undefined
  return next?.isExotic ? undefined : next
}
