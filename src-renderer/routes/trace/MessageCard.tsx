import { useMemo } from 'react'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import { CellTree } from '../../components/CellTree.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DecodedBody } from '../../components/DecodedBody.tsx'
import { HashText } from '../../components/HashText.tsx'
import { MessageAmount } from '../../components/MessageAmount.tsx'
import { EXTERNAL, externalWords, messageWords } from '../../decode/traceModel.ts'
import { type MessageView, readBoc } from '../../decode/transactionView.ts'
import styles from './MessageCard.module.css'

/** The other account of a message: its letter, or a place outside of the trace. */
export type MessageEnd =
  | { readonly letter: string; readonly onOpen?: (() => void) | undefined }
  | { readonly outside: string }

type MessageCardProps = {
  readonly direction: 'in' | 'out'
  readonly json: MessageJson
  readonly view: MessageView
  readonly other: MessageEnd
}

function Other({ direction, other }: Pick<MessageCardProps, 'direction' | 'other'>) {
  const word = direction === 'in' ? 'from' : 'to'
  if ('outside' in other) {
    return (
      <span className={styles.quiet}>
        {word} {other.outside}
      </span>
    )
  }
  return (
    <span className={styles.other}>
      <span className={styles.quiet}>{word}</span>
      {other.onOpen ? (
        <button
          type="button"
          className={styles.letter}
          onClick={other.onOpen}
          aria-label={`Select ${other.letter}`}
        >
          {other.letter}
        </button>
      ) : (
        <span className={styles.letter}>{other.letter}</span>
      )}
    </span>
  )
}

function RawBody({ boc }: { readonly boc: string }) {
  const cell = useMemo(() => readBoc(boc), [boc])
  return (
    <div className={styles.raw}>
      {cell && <CellTree cell={cell} />}
      <CopyButton text={boc} what="body as base64" label="Copy base64" />
    </div>
  )
}

/** A message with its direction, value and body, decoded and raw. */
export function MessageCard({ direction, json, view, other }: MessageCardProps) {
  const content = json.message_content
  const isUnproven = view.body.kind === 'call' && view.body.isUnproven === true
  const decoded = isUnproven ? undefined : content?.decoded
  const isEmpty = view.body.kind === 'empty'
  const words = view.source === undefined ? externalWords(view) : messageWords(view)
  const isNamed = words !== json.opcode && words !== EXTERNAL
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.direction} data-direction={direction}>
          {direction === 'in' ? '↙ In' : '↗ Out'}
        </span>
        <strong className={styles.words}>{words}</strong>
        {json.opcode !== null && isNamed && <code className={styles.opcode}>{json.opcode}</code>}
        <span className={styles.amount}>{json.value === null ? null : <MessageAmount of={view} />}</span>
      </div>
      <div className={styles.line}>
        <Other direction={direction} other={other} />
        {json.bounced && <Chip tone="warn">↩ bounced</Chip>}
        {view.hasInitState && <Chip>with initial state</Chip>}
        <span className={styles.hash}>
          <HashText hash={json.hash} what="message hash" />
        </span>
      </div>
      {decoded && !isEmpty && view.body.kind !== 'comment' && <DecodedBody decoded={decoded} />}
      {content && !isEmpty && (
        <details className={styles.details}>
          <summary>{decoded ? 'Raw body' : 'Body'}</summary>
          <RawBody boc={content.body} />
        </details>
      )}
    </li>
  )
}
