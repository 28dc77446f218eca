import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TraceAccount, TraceModel } from './traceModel.ts'

/** Nanounits that an account, or a place that is not an account, received, sent and paid. */
export type FlowRow = {
  readonly who: TraceAccount | 'network' | 'in flight' | 'outside'
  readonly received: bigint
  readonly sent: bigint
  readonly fees: bigint
  /** The change of the balance: received − sent − fees. */
  readonly net: bigint
  /** The changes of extra currencies by their numbers, in the smallest unit; without those that are zero. */
  readonly currencies: ReadonlyMap<number, bigint>
}

type Message = Pick<MessageJson, 'value' | 'ihr_fee' | 'value_extra_currencies'>

function coinsOf(message: Message): bigint {
  return BigInt(message.value ?? 0) + BigInt(message.ihr_fee ?? 0)
}

type Currencies = Map<number, bigint>

function addCurrencies(to: Currencies, message: Message, sign: 1n | -1n): void {
  for (const [id, amount] of Object.entries(message.value_extra_currencies ?? {})) {
    const sum = (to.get(Number(id)) ?? 0n) + sign * BigInt(amount)
    if (sum === 0n) to.delete(Number(id))
    else to.set(Number(id), sum)
  }
}

type Total = { received: bigint; sent: bigint; fees: bigint; readonly currencies: Currencies }

function emptyTotal(): Total {
  return { received: 0n, sent: 0n, fees: 0n, currencies: new Map() }
}

function receive(total: Total, message: Message): void {
  total.received += coinsOf(message)
  addCurrencies(total.currencies, message, 1n)
}

function send(total: Total, message: Message): void {
  total.sent += coinsOf(message)
  addCurrencies(total.currencies, message, -1n)
}

function flowRow(who: FlowRow['who'], total: Total): FlowRow {
  return { who, ...total, net: total.received - total.sent - total.fees }
}

/**
 * Returns the origins and destinations of the coins of a trace. The network receives the fees, undelivered
 * messages are in flight, and coins without a sending step are from outside; with those, the nets sum to zero.
 */
export function valueFlow(model: TraceModel): FlowRow[] {
  const totals = new Map<TraceAccount, Total>()
  const outside: Total = emptyTotal()
  const flying: Total = emptyTotal()
  for (const step of model.steps) {
    const row = totals.get(step.account) ?? emptyTotal()
    const { in_msg: inbound, out_msgs: outbound } = step.json
    if (inbound) receive(row, inbound)
    for (const message of outbound) send(row, message)
    row.fees += step.view.fee
    totals.set(step.account, row)
    if (!step.parent && inbound) send(outside, inbound)
    for (const { kind, json } of step.unmatched) if (kind === 'awaited') receive(flying, json)
  }
  return [
    ...[...totals].map(([who, total]) => flowRow(who, total)),
    ...[flowRow('outside', outside), flowRow('in flight', flying)].filter(
      ({ net, currencies }) => net !== 0n || currencies.size > 0,
    ),
    flowRow('network', { ...emptyTotal(), received: model.fees }),
  ]
}
