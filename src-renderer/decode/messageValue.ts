import { formatTon } from '#shared/ton/amount.ts'
import { COIN } from '../format/coin.ts'
import type { MessageView } from './transactionView.ts'

/** The value of a message: nanounits, and extra currencies in the smallest unit. */
export type MessageValue = Pick<MessageView, 'value' | 'currencies'>

/** One amount of a value. */
export type ValuePart =
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'currency'; readonly id: number; readonly value: bigint }

/** Returns the sum of the values of messages. */
export function totalValue(messages: readonly MessageValue[]): MessageValue {
  const sums = new Map<number, bigint>()
  for (const { currencies } of messages) {
    for (const { id, amount } of currencies) sums.set(id, (sums.get(id) ?? 0n) + BigInt(amount))
  }
  return {
    value: messages.reduce((sum, { value }) => sum + value, 0n),
    currencies: [...sums].map(([id, amount]) => ({ id, amount: String(amount) })),
  }
}

/** Returns the amounts of a value. Zero coins are left out beside an extra currency, and only there. */
export function valueParts({ value, currencies }: MessageValue): ValuePart[] {
  const extras = currencies.flatMap(({ id, amount }): ValuePart[] =>
    BigInt(amount) === 0n ? [] : [{ kind: 'currency', id, value: BigInt(amount) }],
  )
  return value === 0n && extras.length > 0 ? extras : [{ kind: 'amount', value }, ...extras]
}

/** Returns a value as plain text: `1.5 TON + 1000 of currency 100`. */
export function valueText(value: MessageValue): string {
  return valueParts(value)
    .map((part) =>
      part.kind === 'amount' ? `${formatTon(part.value)} ${COIN}` : `${part.value} of currency ${part.id}`,
    )
    .join(' + ')
}

/** Returns whether a value has neither coins nor extra currencies. */
export function isZero({ value, currencies }: MessageValue): boolean {
  return value === 0n && currencies.every(({ amount }) => BigInt(amount) === 0n)
}
