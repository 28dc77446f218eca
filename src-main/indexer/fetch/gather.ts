import { readAhead } from './readAhead.ts'

/**
 * Yields the pieces that have arrived from `source` since the last time, in order, as lists of at most `most`: single
 * ones if the consumer is faster than the source, more if it is slower. An error of the source is thrown after all
 * pieces before it.
 */
export async function* gather<T>(
  source: AsyncIterable<T>,
  maxLength: number,
): AsyncGenerator<readonly T[], void, undefined> {
  const ahead = readAhead(source, maxLength, (piece: T) => piece)
  try {
    while (await ahead.filled()) yield ahead.take(maxLength)
  } finally {
    ahead.stop()
  }
}
