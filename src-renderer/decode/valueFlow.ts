import type { TraceAccount, TraceModel } from './traceModel.ts'

/** Nanounits that an account, or a place that is not an account, received, sent and paid. */
export type FlowRow = {
  readonly who: TraceAccount | 'network' | 'in flight' | 'outside'
  readonly received: bigint
  readonly sent: bigint
  readonly fees: bigint
  /** The change of the balance: received − sent − fees. */
  readonly net: bigint
}

function coinsOf(message: { readonly value: string | null; readonly ihr_fee: string | null }): bigint {
  return BigInt(message.value ?? 0) + BigInt(message.ihr_fee ?? 0)
}

/**
 * Returns the origins and destinations of the coins of a trace. The network receives the fees, undelivered
 * messages are in flight, and coins without a sending step are from outside; with those, the nets sum to zero.
 */
export function valueFlow(model: TraceModel): FlowRow[] {
  const totals = new Map<TraceAccount, { received: bigint; sent: bigint; fees: bigint }>()
  let outside = 0n
  let flying = 0n
  for (const step of model.steps) {
    const row = totals.get(step.account) ?? { received: 0n, sent: 0n, fees: 0n }
    const received = step.json.in_msg ? coinsOf(step.json.in_msg) : 0n
    row.received += received
    row.sent += step.json.out_msgs.reduce((sum, message) => sum + coinsOf(message), 0n)
    row.fees += step.view.fee
    totals.set(step.account, row)
    if (!step.parent) outside += received
    for (const { kind, json } of step.unmatched) if (kind === 'awaited') flying += coinsOf(json)
  }
  const rows = [...totals].map(
    ([who, { received, sent, fees }]): FlowRow => ({
      who,
      received,
      sent,
      fees,
      net: received - sent - fees,
    }),
  )
  const place = (who: 'network' | 'in flight' | 'outside', net: bigint): FlowRow[] =>
    net === 0n && who !== 'network'
      ? []
      : [{ who, received: net > 0n ? net : 0n, sent: net < 0n ? -net : 0n, fees: 0n, net }]
  return [
    ...rows,
    ...place('outside', -outside),
    ...place('in flight', flying),
    ...place('network', model.fees),
  ]
}
