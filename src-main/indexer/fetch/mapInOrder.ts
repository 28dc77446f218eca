import { readAhead } from './readAhead.ts'

/**
 * Does work on what comes from `source`, at most `concurrency` pieces at once, and gives the results in the order of
 * the source. Work goes on while whoever reads the results is busy. The first failure ends it; what is under way then
 * is left to end by itself.
 */
export async function* mapInOrder<A, B>(
  source: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  work: (piece: A) => Promise<B>,
): AsyncGenerator<B, void, undefined> {
  const ahead = readAhead(source, concurrency, (piece: A) => {
    const result = work(piece)
    // Whoever takes it from the queue hears of its failure.
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
