import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { SUBSCRIPTION } from '#shared/contracts/subscription.ts'
import { WALLETS } from '#shared/contracts/wallets.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import { decimal, withoutNulls } from '../details.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** Subscriptions: plugins that a wallet pays (docs/actions §11). */

const REQUEST = opcodeOf(WALLETS, 'payment_request')
const CONFIRMED = opcodeOf(WALLETS, 'payment_confirmed')
const DESTRUCT = opcodeOf(WALLETS, 'wallet_plugin_destruct')
const PAYMENT = opcodeOf(SUBSCRIPTION, 'subscription_payment')

type Subscription = {
  readonly subscriber: string | null
  readonly beneficiary: string | null
  readonly subscription: string | null
  /** Nanoton; null for the end of a subscription. */
  readonly amount: bigint | null
}

const fields = ({ subscriber, beneficiary, subscription, amount }: Subscription) => ({
  source: subscriber,
  destination: beneficiary,
  destination_secondary: subscription,
  amount,
})
const subscribe: ActionKind<Subscription> = { block: 'subscribe', fields }
const unsubscribe: ActionKind<Subscription> = { block: 'unsubscribe', fields }

/** A wallet pays its plugin, on request or when the plugin is installed, and the plugin pays the beneficiary. */
export const subscribeRule: Rule = {
  name: 'subscription payment',
  pattern: call(CONFIRMED, {
    parent: call(REQUEST, { optional: true, name: 'request' }),
    child: call(PAYMENT, { name: 'payment' }),
  }),
  build(match) {
    const { source, destination, value } = match.anchor.ownMessage
    const request = match.get('request')
    return built(
      subscribe,
      {
        subscriber: source,
        beneficiary: match.get('payment')?.ownMessage.destination ?? null,
        subscription: destination,
        amount: request ? fieldsOf(request.ownMessage).skip(64).loadCoins() : value,
      },
      { failed: request?.failed ?? false },
    )
  },
}

export const unsubscribeRule: Rule = {
  name: 'subscription end',
  pattern: call(DESTRUCT, { child: call(DESTRUCT, { optional: true, name: 'passed on' }) }),
  build(match) {
    const { source, destination } = match.anchor.ownMessage
    const beneficiary = match.get('passed on')?.ownMessage.destination ?? null
    return built(unsubscribe, { subscriber: source, beneficiary, subscription: destination, amount: null })
  },
}

export const SUBSCRIPTION_TYPES: readonly ActionType[] = [
  {
    name: 'subscribe',
    since: 'v1',
    details: (row) => ({
      subscriber: row.source ?? null,
      ...withoutNulls({ beneficiary: row.destination }),
      subscription: row.destination_secondary ?? null,
      amount: decimal(row.amount),
    }),
  },
  {
    name: 'unsubscribe',
    since: 'v1',
    details: (row) => ({
      subscriber: row.source ?? null,
      ...withoutNulls({ beneficiary: row.destination }),
      subscription: row.destination_secondary ?? null,
      ...withoutNulls({ amount: decimal(row.amount) }),
    }),
  },
]
