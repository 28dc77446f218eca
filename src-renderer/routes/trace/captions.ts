import { failureWords } from '../../decode/outcome.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import { LABEL_SIZE, shortened } from './edgeLabel.ts'
import type { GraphItem, StepItem } from './graphItem.ts'
import { textWidth } from './textWidth.ts'

/** Maximum number of characters of the name below a node. */
export const NAME_LENGTH = 12
const NOTE_LENGTH = 22
/** Width of a character of the monospaced names at scale 1, in pixels. */
const NAME_CHARACTER = 7.2

/** Returns the words below the name of a node: its failure, that it is pending, or the kind of contract. */
export function noteOf({ outcome, isEmulated, account }: TraceStep): string | undefined {
  // The full words are longer than a caption.
  const words =
    outcome.kind === 'partly'
      ? `${outcome.skipped} of ${outcome.skipped + outcome.sent} not sent`
      : (failureWords(outcome) ?? (isEmulated ? 'pending' : account.role))
  return words === undefined ? undefined : shortened(words, NOTE_LENGTH)
}

/** Returns the caption of equal branches of different accounts: `17 wallets`. Undefined for one account. */
export function accountsText({ steps, step }: StepItem): string | undefined {
  const accounts = new Set(steps.map(({ account }) => account.raw))
  if (accounts.size === 1) return undefined
  return `${accounts.size} ${step.account.isWallet ? 'wallets' : 'contracts'}`
}

/** Returns the width of the texts below a node at scale 1, in pixels. */
export function captionWidth(item: GraphItem): number {
  if (item.kind !== 'step') return 0
  return Math.max(NAME_LENGTH * NAME_CHARACTER, textWidth(noteOf(item.step) ?? '', LABEL_SIZE))
}
