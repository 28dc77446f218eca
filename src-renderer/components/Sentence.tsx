import { Fragment } from 'react'
import { accountKey } from '../decode/accountKey.ts'
import type { SentencePart } from '../decode/describeTransaction.ts'
import { AccountLink } from './AccountLink.tsx'
import { Amount } from './Amount.tsx'
import { CurrencyAmount } from './MessageAmount.tsx'
import styles from './Sentence.module.css'
import { UntrustedText } from './UntrustedText.tsx'

/** Longer comments are shortened; the message's own page has the whole text. */
const MAX_COMMENT = 140

function Comment({ text }: { readonly text: string }) {
  return (
    <q className={styles.comment}>
      <UntrustedText text={text} max={MAX_COMMENT} />
    </q>
  )
}

function Part({ part, here }: { readonly part: SentencePart; readonly here: string | undefined }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return <AccountLink address={part.address} here={here === accountKey(part.address)} />
    case 'amount':
      return (
        <strong className={styles.amount}>
          <Amount value={part.value} />
        </strong>
      )
    case 'currency':
      return (
        <strong className={styles.amount}>
          <CurrencyAmount id={part.id} value={part.value} />
        </strong>
      )
    case 'comment':
      return <Comment text={part.text} />
  }
}

type SentenceProps = {
  readonly parts: readonly SentencePart[]
  /** Key of the account of the page. */
  readonly here?: string
}

/** A sentence with accounts as links and amounts as figures. */
export function Sentence({ parts, here }: SentenceProps) {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && !(part.kind === 'text' && /^[,:]/.test(part.text)) && ' '}
      <Part part={part} here={here} />
    </Fragment>
  ))
}
