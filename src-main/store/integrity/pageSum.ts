import { crc32 } from 'node:zlib'
import { correctBit } from './bitError.ts'

/**
 * The two checksums of a database page: CRC-32 of its bytes, and CRC-32 of its bytes in another order, to confirm a
 * correction.
 */
export type PageSum = { readonly plain: number; readonly swapped: number }

/** Offset in page 1 of the counter that SQLite increments at changes of the journal mode and at most other changes. */
export const CHANGE_COUNTER_AT = 24

/** Stands for checksums that are not computed yet. */
export const UNKNOWN: PageSum = { plain: 0, swapped: 0 }

/**
 * Ranges of page 1 that SQLite changes outside of transactions, [from, to): the journal mode, the change counter, and
 * the version that wrote the file. The page's checksum excludes them.
 */
const VOLATILE: readonly (readonly [number, number])[] = [
  [18, 20],
  [CHANGE_COUNTER_AT, 28],
  [92, 100],
]

/** Computes the checksums of a page. They include its number, so that a page at another page's offset is damage. */
export function sumPage(page: Buffer, number: number): PageSum {
  const content = contentOf(page, number)
  return { plain: plainSum(content, number), swapped: swappedSum(content, number) }
}

/** Result of a comparison. One matching checksum proves the page; the other one is then damaged. */
export type PageComparison = 'equal' | 'damaged checksum' | 'damaged'

/** Compares a page with its checksums. The second checksum is only computed if the first is wrong. */
export function comparePage(page: Buffer, number: number, sum: PageSum): PageComparison {
  const content = contentOf(page, number)
  if (plainSum(content, number) === sum.plain) return 'equal'
  return swappedSum(content, number) === sum.swapped ? 'damaged checksum' : 'damaged'
}

/** Inverts the one wrong bit of a page back. Returns false, with the page unchanged, if more bits are wrong. */
export function correctPage(page: Buffer, number: number, sum: PageSum): boolean {
  const corrected = Buffer.from(contentOf(page, number))
  if (!correctBit(corrected, (sum.plain ^ plainSum(corrected, number)) >>> 0)) return false
  if (swappedSum(corrected, number) !== sum.swapped) return false
  if (number === 1) for (const [from, to] of VOLATILE) page.copy(corrected, from, from, to)
  corrected.copy(page)
  return true
}

function contentOf(page: Buffer, number: number): Buffer {
  if (number !== 1) return page
  const content = Buffer.from(page)
  for (const [from, to] of VOLATILE) content.fill(0, from, to)
  return content
}

function plainSum(content: Buffer, number: number): number {
  return crc32(content, number)
}

/** Reused, because a page is larger than the slices of Node's buffer pool. */
let scratch = Buffer.alloc(0)

function swappedSum(content: Buffer, number: number): number {
  if (scratch.length !== content.length) scratch = Buffer.alloc(content.length)
  content.copy(scratch)
  return crc32(scratch.swap64(), ~number >>> 0)
}
