import type { FactsSource } from './factsSource.ts'
import type { Classification } from './row.ts'
import type { ClassifierTrace } from './trace.ts'

/** Larger traces are not classified (actions-contract §1). */
export const MAX_CLASSIFIED_TRANSACTIONS = 4000

/** Returns the actions of a trace before any version filter (actions-contract §1). Never throws. */
export function classifyTrace(trace: ClassifierTrace, _facts: FactsSource): Classification {
  if (trace.transactions.length > MAX_CLASSIFIED_TRANSACTIONS) return { state: 'unclassified', rows: [] }
  return { state: 'failed', rows: [] }
}
