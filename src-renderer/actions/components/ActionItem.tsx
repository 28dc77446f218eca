import type { ReactNode } from 'react'
import { FaultNote } from '../../components/FailureNote.tsx'
import type { Action } from '../action.ts'
import type { Fault } from '../actionResult.ts'
import { describeAction } from '../describe/describeAction.ts'
import { sentenceOf } from '../sentence.ts'
import { ActionIcon } from './ActionIcon.tsx'
import styles from './ActionItem.module.css'
import { ActionSentence } from './ActionSentence.tsx'
import { FinalityChip } from './FinalityChip.tsx'

type ActionItemProps = {
  readonly action: Action
  readonly fault: Fault | undefined
  /** Key of the account of the page. */
  readonly here?: string | undefined
  /** Content after the sentence: a note, a button. */
  readonly children?: ReactNode
}

/** An action on one line: icon, sentence, reason of a failure, and finality. */
export function ActionItem({ action, fault, here, children }: ActionItemProps) {
  const line = describeAction(action)
  return (
    <>
      <ActionIcon kind={line.kind} fault={fault} />
      <p className={styles.sentence}>
        <ActionSentence parts={sentenceOf(line, action.success, here)} here={here} />{' '}
        {fault?.words !== undefined && <FaultNote kind={fault.kind} words={fault.words} />}{' '}
        <FinalityChip finality={action.finality} />
        {children}
      </p>
    </>
  )
}
