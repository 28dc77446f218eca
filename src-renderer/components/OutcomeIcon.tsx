import { ArrowDownLeft, ArrowUpRight, Cog, Minus, Undo2, X } from 'lucide-react'
import type { Summary } from '../decode/describeTransaction.ts'
import styles from './OutcomeIcon.module.css'

const ICONS = { in: ArrowDownLeft, out: ArrowUpRight, bounced: Undo2, system: Cog, none: Minus } as const
const WORDS = {
  in: 'Incoming',
  out: 'Outgoing',
  bounced: 'Bounced',
  system: 'System',
  none: 'External',
} as const

/** The direction of a transaction, or its failure. */
export function OutcomeIcon({ summary }: { readonly summary: Summary }) {
  const failed = summary.outcome.kind !== 'ok'
  const Icon = failed ? X : ICONS[summary.direction]
  const word = failed ? 'Failed' : WORDS[summary.direction]
  return (
    <span className={styles.icon} data-kind={failed ? 'failed' : summary.direction} title={word}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
