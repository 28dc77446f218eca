import { type MessageValue, valueParts } from '../decode/messageValue.ts'
import { currencyTitle } from '../format/amountTitle.ts'
import { Amount } from './Amount.tsx'
import styles from './MessageAmount.module.css'
import { WholeNumber } from './WholeNumber.tsx'

type CurrencyAmountProps = {
  readonly id: number | string
  /** Value in the smallest unit. */
  readonly value: bigint
  readonly sign?: '+' | '−' | undefined
}

/** An amount of an extra currency. */
export function CurrencyAmount({ id, value, sign }: CurrencyAmountProps) {
  return (
    <span className={styles.currency} title={currencyTitle(value)}>
      <span className={styles.number}>
        {sign}
        <WholeNumber digits={`${value}`} />
      </span>{' '}
      of currency {id}
    </span>
  )
}

type MessageAmountProps = {
  readonly of: MessageValue
  readonly sign?: '+' | '−' | undefined
  /** Omits the coin's name. */
  readonly bare?: boolean
}

/** All amounts of a message, each on its own line: coins and extra currencies. */
export function MessageAmount({ of, sign, bare = false }: MessageAmountProps) {
  return valueParts(of).map((part) => (
    <span key={part.kind === 'amount' ? 'coins' : part.id} className={styles.part}>
      {part.kind === 'amount' ? (
        <Amount value={part.value} sign={sign} bare={bare} />
      ) : (
        <CurrencyAmount id={part.id} value={part.value} sign={sign} />
      )}
    </span>
  ))
}
