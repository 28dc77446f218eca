import type { StreamAnswer, StreamQuestion } from '../streaming/streamReading.ts'
import type { ReadAnswer, ReadQuestion } from './reading.ts'

/** Between the main thread and its readers. */

export type ReadWorkerOptions = {
  /** The database. */
  readonly file: string
}

/** What a reader thread is asked, and what it answers: pages of the API, or parts of the stream's messages. */
export type AnyQuestion = ReadQuestion | StreamQuestion
export type AnyAnswer = ReadAnswer | StreamAnswer

/** The kind of answer that a kind of question has. */
export type AnswerTo<Question extends AnyQuestion> = Question extends StreamQuestion
  ? StreamAnswer
  : ReadAnswer

export type ReadRequest = { readonly id: number; readonly question: AnyQuestion }

export type ReadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: AnyAnswer }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
