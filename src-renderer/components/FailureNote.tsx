import type { Outcome } from '../decode/describeTransaction.ts'
import { actionResultText, knownExitText } from '../decode/exitCodes.ts'
import styles from './FailureNote.module.css'

function reasonOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'ok':
      return undefined
    case 'failed':
      return outcome.phase === 'compute' ? knownExitText(outcome.code) : actionResultText(outcome.code)
    case 'not run':
      return outcome.reason
  }
}

/** The reason of a failure, unless the exit code is the contract's own. */
export function FailureNote({ outcome }: { readonly outcome: Outcome }) {
  const reason = reasonOf(outcome)
  return reason === undefined ? null : <span className={styles.reason}>✕ {reason}</span>
}
