import { readAhead } from './readAhead.ts'

/**
 * What has come from `source` since the last time, in its order and as lists of at most `most`: one by one while whoever
 * takes them is faster than the source, more together while he is slower. A failure of the source comes after
 * everything before it.
 */
export async function* gather<T>(
  source: AsyncIterable<T>,
  most: number,
): AsyncGenerator<readonly T[], void, undefined> {
  const ahead = readAhead(source, most, (piece: T) => piece)
  try {
    while (await ahead.filled()) yield ahead.take(most)
  } finally {
    ahead.stop()
  }
}
