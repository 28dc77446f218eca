import type { Page } from './conditions.ts'

/**
 * A sorted source of rows: returns `limit` rows after the first `offset`. An index has the rows in this order, for
 * example an account's transactions or a shard's blocks.
 */
export type Stream<Row> = (limit: number, offset: number) => readonly Row[]

/** Number of rows in the first batch of each stream; each further batch is twice as large. */
const FIRST_BATCH = 4
const MAX_BATCH = 1 << 16

type Head<Row> = {
  readonly stream: Stream<Row>
  rows: readonly Row[]
  at: number
  read: number
  batch: number
  isLast: boolean
}

/**
 * Merges several streams, each sorted by `compare`, into a page. Reads hardly more of each stream than the page
 * contains and sorts nothing. A single stream is paged directly.
 * @param isDistinct whether a row of several streams counts once
 */
export function pageOf<Row>(
  streams: readonly Stream<Row>[],
  compare: (a: Row, b: Row) => number,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
  isDistinct = false,
): readonly Row[] {
  const [only, ...others] = streams
  if (only === undefined) return []
  if (others.length === 0) return only(limit, offset)
  const even = Math.ceil((limit + offset) / streams.length)
  const batch = Math.min(MAX_BATCH, Math.max(FIRST_BATCH, even))
  const heap: Head<Row>[] = []
  for (const stream of streams) {
    const head: Head<Row> = { stream, rows: [], at: 0, read: 0, batch, isLast: false }
    if (refill(head)) heap.push(head)
  }
  const before = (a: Head<Row>, b: Head<Row>) => compare(rowOf(a), rowOf(b))
  heap.sort(before)
  const page: Row[] = []
  let previous: Row | undefined
  for (let passed = 0; heap.length > 0 && page.length < limit; ) {
    const [top] = heap
    if (top === undefined) break
    const row = rowOf(top)
    const isRepeated = isDistinct && previous !== undefined && compare(previous, row) === 0
    if (!isRepeated && passed++ >= offset) page.push(row)
    previous = row
    top.at += 1
    if (top.at === top.rows.length && !refill(top)) {
      const last = heap.pop()
      if (last === undefined || heap.length === 0) break
      heap[0] = last
    }
    sink(heap, before)
  }
  return page
}

function rowOf<Row>({ rows, at }: Head<Row>): Row {
  return rows[at] as Row
}

/** Reads the next batch. Returns false at the stream's end. */
function refill<Row>(head: Head<Row>): boolean {
  if (head.isLast) return false
  head.rows = head.stream(head.batch, head.read)
  head.at = 0
  head.read += head.rows.length
  head.isLast = head.rows.length < head.batch
  head.batch = Math.min(MAX_BATCH, head.batch * 2)
  return head.rows.length > 0
}

/** Moves the first element of a binary heap to its place. */
function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    if (left >= heap.length) return
    const right = left + 1
    const least = right < heap.length && compare(heap[right] as T, heap[left] as T) < 0 ? right : left
    const [above, below] = [heap[at] as T, heap[least] as T]
    if (compare(above, below) <= 0) return
    heap[at] = below
    heap[least] = above
    at = least
  }
}

/** Returns a page of the concatenated streams. */
export function concatenatedPage<Row>(
  streams: readonly Stream<Row>[],
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): readonly Row[] {
  const rows: Row[] = []
  let skip = offset
  for (const stream of streams) {
    if (rows.length === limit) break
    const some = stream(limit - rows.length, skip)
    rows.push(...some)
    skip = some.length > 0 || skip === 0 ? 0 : skip - lengthOf(stream, skip)
  }
  return rows
}

/** Returns the length of a stream that has at most `most` rows. */
function lengthOf<Row>(stream: Stream<Row>, most: number): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = (low + high) >> 1
    if (stream(1, middle).length > 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares numbers; `desc` reverses the order. */
export function byNumber(a: bigint, b: bigint, sort: Page['sort']): number {
  const order = a < b ? -1 : a > b ? 1 : 0
  return sort === 'asc' ? order : -order
}

/** Compares hashes as base64 texts; `desc` reverses the order. base64Prefix is the same order in SQL. */
export function byBase64(a: Buffer, b: Buffer, sort: Page['sort']): number {
  const [first, second] = [a.toString('base64'), b.toString('base64')]
  const order = first < second ? -1 : first > second ? 1 : 0
  return sort === 'asc' ? order : -order
}
