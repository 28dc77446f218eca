import { Fragment } from 'react'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { CurrencyAmount } from '../../components/MessageAmount.tsx'
import { JettonSymbol, TokenAmount, useJettonUnit } from '../../components/TokenAmount.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { COIN } from '../../format/coin.ts'
import { shortHash } from '../../format/shorten.ts'
import type { LinePart } from '../describe/actionLine.ts'
import styles from './ActionSentence.module.css'

/** Longer comments are shortened; the message's own page has the whole text. */
const MAX_COMMENT = 140

function AssetName({ jetton }: { readonly jetton: string }) {
  return <JettonSymbol unit={useJettonUnit(jetton)} />
}

type PartProps = {
  readonly part: LinePart
  readonly here: string | undefined
  readonly maxComment: number
}

function Part({ part, here, maxComment }: PartProps) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return (
        <AccountLink
          address={part.address}
          collection={part.collection}
          here={here === accountKey(part.address)}
        />
      )
    case 'amount':
      return (
        <strong className={styles.amount}>
          {part.asset === null ? (
            <Amount value={part.value} />
          ) : (
            <TokenAmount value={part.value} jetton={part.asset} />
          )}
        </strong>
      )
    case 'asset':
      return part.asset === null ? COIN : <AssetName jetton={part.asset} />
    case 'currency':
      return (
        <strong className={styles.amount}>
          <CurrencyAmount id={part.id} value={part.value} />
        </strong>
      )
    case 'comment':
      return (
        <q className={styles.comment}>
          <UntrustedText text={part.text} max={maxComment} />
        </q>
      )
    case 'code':
      return (
        <code className={styles.code} title={part.text}>
          {shortHash(part.text)}
        </code>
      )
  }
}

type ActionSentenceProps = {
  readonly parts: readonly LinePart[]
  /** Key of the account of the page. */
  readonly here?: string | undefined
  /** Maximum length of a comment. */
  readonly maxComment?: number
}

/** The sentence of an action, with accounts as links and amounts with their symbols. */
export function ActionSentence({ parts, here, maxComment = MAX_COMMENT }: ActionSentenceProps) {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && ' '}
      <Part part={part} here={here} maxComment={maxComment} />
    </Fragment>
  ))
}
