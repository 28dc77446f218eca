import { formatTon, parseTon } from '#shared/ton/amount.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { COIN } from '../../format/coin.ts'
import styles from './FaucetPage.module.css'

const AMOUNTS = ['1', '10', '100', '1000'] as const

/**
 * Returns the fault of an amount of coins, or undefined.
 * @param largest nanotons
 */
export function amountFault(text: string, largest: bigint): string | undefined {
  const amount = parseTon(text.trim())
  if (text.trim() === '') return 'Enter an amount'
  if (amount === undefined) return 'An amount has digits and at most nine decimals after a point'
  if (amount <= 0n) return 'The amount must be greater than 0'
  return amount > largest ? `The faucet sends at most ${formatTon(largest)} ${COIN} at once` : undefined
}

type AmountFieldProps = {
  readonly amount: string
  readonly fault: string | undefined
  readonly onChange: (amount: string) => void
}

/** A field for an amount of coins, with buttons for common amounts. */
export function AmountField({ amount, fault, onChange }: AmountFieldProps) {
  return (
    <div className={styles.pair}>
      <Field label="Amount" fault={fault}>
        {(control) => (
          <span className={field.withUnit}>
            <input
              {...control}
              className={field.input}
              value={amount}
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              onChange={(event) => onChange(event.target.value)}
            />
            <span className={field.unit} aria-hidden="true">
              {COIN}
            </span>
          </span>
        )}
      </Field>
      <fieldset className={styles.amounts} aria-label="Common amounts">
        {AMOUNTS.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={amount.trim() === value}
            onClick={() => onChange(value)}
          >
            {value}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
