import {
  hasBounced,
  isReturn,
  type Outcome,
  outcomeOf,
  outcomeWords,
  skipReasonText,
} from '../decode/outcome.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { Chip } from './Chip.tsx'

function OutcomeChip({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome.kind) {
    case 'ok':
      return <Chip tone="good">✓ Success</Chip>
    case 'credited':
      return (
        <>
          <Chip tone="good">✓ Received</Chip>
          <Chip>Code not executed: {skipReasonText(outcome.reason)}</Chip>
        </>
      )
    case 'returned':
      return null
    case 'partly':
      return <Chip tone="warn">! Partly: {outcomeWords(outcome)}</Chip>
    case 'unsent':
    case 'failed':
      return <Chip tone="bad">✕ Failed · {outcomeWords(outcome)}</Chip>
    case 'not run':
      return <Chip tone="bad">✕ Not executed: {skipReasonText(outcome.reason)}</Chip>
    case 'unknown':
      return <Chip>Result not known</Chip>
  }
}

/** The outcome of a transaction, and whether its message bounced or is a bounced one. */
export function OutcomeChips({ view }: { readonly view: TransactionView }) {
  return (
    <>
      <OutcomeChip outcome={outcomeOf(view)} />
      {hasBounced(view) && <Chip tone="warn">↩ Bounced</Chip>}
      {isReturn(view) && <Chip tone="warn">↩ Bounced back</Chip>}
    </>
  )
}
