import { readAhead } from './readAhead.ts'

/**
 * Maps the pieces of `source`, at most `concurrency` at once, and yields the results in the source's order. Work
 * continues while the consumer is busy. The first error ends it; work under way is then not awaited.
 */
export async function* mapInOrder<A, B>(
  source: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  work: (piece: A) => Promise<B>,
): AsyncGenerator<B, void, undefined> {
  const ahead = readAhead(source, concurrency, (piece: A) => {
    const result = work(piece)
    // Avoids an unhandled rejection: the consumer receives the error from the queue.
    result.catch(() => {})
    return result
  })
  try {
    while (await ahead.filled()) {
      // It counts as under way until it has ended.
      const value = (await ahead.first()) as B
      ahead.take(1)
      yield value
    }
  } finally {
    ahead.stop()
  }
}
