import { readSnake } from '../snake.ts'
import type { ValueReader } from './valueReader.ts'

/** The text of what is left of the slice and of the cells behind its first references. */
export const snakeText: ValueReader = (slice) => {
  const bytes = readSnake(slice.clone())
  if (bytes === undefined) throw new Error('a text that is not of whole bytes')
  return bytes.toString('utf8')
}
