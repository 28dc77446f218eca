import type { ReadAnswer, ReadQuestion } from './reading.ts'

/** Between the main thread and its readers. */

export type ReadWorkerOptions = {
  /** The database. */
  readonly file: string
}

export type ReadRequest = { readonly id: number; readonly question: ReadQuestion }

export type ReadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: ReadAnswer }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
