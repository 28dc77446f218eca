import { knownExitText } from '../decode/exitCodes.ts'
import { isFailure, type Outcome, outcomeWords, verdictOf } from '../decode/outcome.ts'
import styles from './FailureNote.module.css'

/** Returns the reason of a failure, unless it is only an exit code of the contract's own. */
function reasonOf(outcome: Outcome): string | undefined {
  if (!isFailure(outcome)) return undefined
  return outcome.kind === 'failed' && outcome.phase === 'compute'
    ? knownExitText(outcome.code)
    : outcomeWords(outcome)
}

type FaultNoteProps = { readonly kind: 'bad' | 'partly'; readonly words: string }

/** What went wrong, with its sign. */
export function FaultNote({ kind, words }: FaultNoteProps) {
  return (
    <span className={styles.reason} data-verdict={kind}>
      {kind === 'partly' ? '!' : '✕'} {words}
    </span>
  )
}

/** The reason of a failure, unless the exit code is the contract's own. */
export function FailureNote({ outcome }: { readonly outcome: Outcome }) {
  const reason = reasonOf(outcome)
  if (reason === undefined) return null
  return <FaultNote kind={verdictOf(outcome) === 'partly' ? 'partly' : 'bad'} words={reason} />
}
