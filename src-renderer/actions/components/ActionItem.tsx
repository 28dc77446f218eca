import type { ReactNode } from 'react'
import type { Action } from '../action.ts'
import { describeAction } from '../describe/describeAction.ts'
import { isFailure, sentenceOf } from '../sentence.ts'
import { ActionIcon } from './ActionIcon.tsx'
import styles from './ActionItem.module.css'
import { ActionSentence } from './ActionSentence.tsx'
import { FinalityChip } from './FinalityChip.tsx'

type ActionItemProps = {
  readonly action: Action
  /** Key of the account of the page. */
  readonly here?: string | undefined
  /** Content after the sentence: a note, a button. */
  readonly children?: ReactNode
}

/** An action on one line: icon, sentence, reason of a failure, and finality. */
export function ActionItem({ action, here, children }: ActionItemProps) {
  const line = describeAction(action)
  return (
    <>
      <ActionIcon kind={line.kind} failed={isFailure(line, action.success)} />
      <p className={styles.sentence}>
        <ActionSentence parts={sentenceOf(line, action.success, here)} here={here} />
        {line.reason !== undefined && <span className={styles.reason}> ✕ {line.reason}</span>}{' '}
        <FinalityChip finality={action.finality} />
        {children}
      </p>
    </>
  )
}
