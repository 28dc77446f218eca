import type { None } from '../../platform/rpc/contract.ts'
import type { StreamAnswer, StreamQuery } from '../streaming/streamReading.ts'
import type { ReadAnswer, ReadQuery } from './reading.ts'

/** Between the main thread and its readers. */

export type ReadWorkerOptions = {
  /** Path of the database. */
  readonly file: string
}

/** The queries and answers of a reader thread: pages of the API, or parts of the stream's messages. */
export type AnyQuery = ReadQuery | StreamQuery
export type AnyAnswer = ReadAnswer | StreamAnswer

/** The answer type of a query type. */
export type AnswerTo<Query extends AnyQuery> = Query extends StreamQuery ? StreamAnswer : ReadAnswer

/** A thread that answers from the index. */
export type ReadContract = {
  readonly options: ReadWorkerOptions
  readonly ready: undefined
  readonly methods: { answer(query: AnyQuery): AnyAnswer }
  readonly events: None
  readonly host: None
}
