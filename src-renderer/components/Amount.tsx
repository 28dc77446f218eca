import { formatTon } from '#shared/ton/amount.ts'
import { COIN } from '../format/coin.ts'
import { digitGroups } from '../format/digitGroups.ts'
import styles from './Amount.module.css'

/** A whole number with gaps between thousands, which are not copied. */
export function Figure({ value }: { readonly value: number | bigint | string }) {
  const groups = digitGroups(String(value))
  return (
    <span className={styles.figure}>
      {groups.map((group, i) => (
        <span key={i}>{group}</span>
      ))}
    </span>
  )
}

type AmountProps = {
  /** Value in nanounits. */
  readonly value: bigint
  readonly sign?: '+' | '−' | undefined
  /** Omits the coin's name. */
  readonly bare?: boolean
}

/** An exact amount of coins with all decimals. */
export function Amount({ value, sign, bare = false }: AmountProps) {
  const [whole = '0', fraction] = formatTon(value < 0n ? -value : value).split('.')
  const shownSign = sign ?? (value < 0n ? '−' : undefined)
  return (
    <span className={styles.amount}>
      {shownSign}
      <Figure value={whole} />
      {fraction !== undefined && <span data-part="fraction">.{fraction}</span>}
      {!bare && <span className={styles.coin}> {COIN}</span>}
    </span>
  )
}
