import type { None } from '../../platform/rpc/contract.ts'
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

/** A thread that answers from the index. */
export type ReadContract = {
  readonly options: ReadWorkerOptions
  readonly ready: undefined
  readonly methods: { answer(question: AnyQuestion): AnyAnswer }
  readonly events: None
  readonly host: None
}
