import { failureWords, type Outcome, verdictOf } from '../../decode/outcome.ts'

const EXIT_SIGNS = { good: '✓', partly: '!', bad: '✕', returned: '↩', unknown: '?' } as const

/** Returns the result of a step in a few characters. */
export function exitText(outcome: Outcome, isEmulated: boolean): string {
  const verdict = verdictOf(outcome)
  if (verdict === 'good' && isEmulated) return '… pending'
  const words = outcome.kind === 'failed' ? String(outcome.code) : failureWords(outcome)
  return words === undefined ? EXIT_SIGNS[verdict] : `${EXIT_SIGNS[verdict]} ${words}`
}
