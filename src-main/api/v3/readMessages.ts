import type { Refusal } from '../../store/writerMessages.ts'
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
  /** The index could not be opened; the thread ends. */
  | { readonly kind: 'unopened'; readonly refusal: Refusal }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: AnyAnswer }
  /** A StoreError: between threads errors lose their class. */
  | { readonly kind: 'refused'; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
