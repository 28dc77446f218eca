import type { ReactNode } from 'react'
import styles from './Chip.module.css'

export type ChipTone = 'plain' | 'good' | 'bad' | 'warn' | 'foreign'

/** A word about a state. A sign in the text repeats the meaning of the colour. */
export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: ChipTone
  readonly children: ReactNode
}) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  )
}
