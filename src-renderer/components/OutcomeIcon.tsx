import { ArrowDownLeft, ArrowUpRight, CircleAlert, Cog, Minus, Undo2, X } from 'lucide-react'
import type { Summary } from '../decode/describeTransaction.ts'
import { type Verdict, verdictOf } from '../decode/outcome.ts'
import styles from './OutcomeIcon.module.css'

const ICONS = { in: ArrowDownLeft, out: ArrowUpRight, bounced: Undo2, system: Cog, none: Minus } as const
const WORDS = {
  in: 'Incoming',
  out: 'Outgoing',
  bounced: 'Bounced',
  system: 'System',
  none: 'External',
} as const

/** The verdicts that are shown in place of the direction. */
const FAULTS: Partial<Readonly<Record<Verdict, { readonly Icon: typeof X; readonly word: string }>>> = {
  bad: { Icon: X, word: 'Failed' },
  partly: { Icon: CircleAlert, word: 'Partly' },
}

/** The direction of a transaction, or its failure. */
export function OutcomeIcon({ summary }: { readonly summary: Summary }) {
  const verdict = verdictOf(summary.outcome)
  const fault = FAULTS[verdict]
  const { Icon, word } = fault ?? { Icon: ICONS[summary.direction], word: WORDS[summary.direction] }
  return (
    <span className={styles.icon} data-kind={fault ? verdict : summary.direction} title={word}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
