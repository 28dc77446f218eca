import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { hexOfBase64 } from '../format/hexOfBase64.ts'
import { FaultNote } from './FailureNote.tsx'
import styles from './TransferTable.module.css'

type TransferLabelProps = {
  /** Hash of the transaction, base64. */
  readonly hash: string
  readonly words: string
  readonly failure: ComponentProps<typeof FaultNote> | undefined
  /** What follows on the line. */
  readonly children?: ReactNode
}

/** The first cell of a token transfer: what happened, as a link to the trace, and the reason of a failure. */
export function TransferLabel({ hash, words, failure, children }: TransferLabelProps) {
  return (
    <th scope="row" className={styles.what}>
      <span className={styles.line}>
        <Link to="/trace/$hash" params={{ hash: hexOfBase64(hash) }} className={styles.label}>
          {words}
        </Link>
        {failure && <FaultNote {...failure} />}
        {children}
      </span>
    </th>
  )
}
