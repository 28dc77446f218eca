import { type ActionLine, account, actionLine, amount, clauseOf, named, phrase, text } from './actionLine.ts'
import { addressIn, type Details, listIn, numberIn } from './details.ts'

function order(details: Details) {
  const seqno = numberIn(details, 'order_seqno')
  // Orders with a random number instead of a small one are identified by their address.
  return seqno !== undefined && seqno < 1_000_000n ? text(`order ${seqno}`) : text('an order')
}

export function multisigCreateOrder(details: Details): ActionLine {
  const rest = [
    order(details),
    ...named(addressIn(details, 'destination_order')),
    ...phrase('of multisig', addressIn(details, 'destination')),
    ...(details.is_signed_by_creator === true ? [text('and approved it')] : []),
  ]
  return actionLine('wallet', clauseOf(addressIn(details, 'source'), 'created', rest))
}

export function multisigApprove(details: Details): ActionLine {
  const rest = [text('multisig order'), account(addressIn(details, 'destination'))]
  const exit = numberIn(details, 'exit_code')
  return actionLine('wallet', clauseOf(addressIn(details, 'source'), 'approved', rest), {
    reason: exit === undefined || exit === 0n ? undefined : `exit code ${exit}`,
  })
}

export function multisigExecute(details: Details): ActionLine {
  const approvals = numberIn(details, 'approvals_num')
  const rest = [
    order(details),
    ...named(addressIn(details, 'source')),
    ...(approvals === undefined
      ? []
      : [text(`with ${approvals} ${approvals === 1n ? 'approval' : 'approvals'}`)]),
  ]
  return actionLine('wallet', clauseOf(addressIn(details, 'destination'), 'executed', rest))
}

export function vestingSendMessage(details: Details): ActionLine {
  const value = numberIn(details, 'amount')
  const rest = [
    amount(null, value),
    ...phrase('to', addressIn(details, 'destination')),
    ...phrase('from vesting', addressIn(details, 'vesting')),
  ]
  // The message is a separate action, which counts its coins.
  return actionLine('wallet', clauseOf(addressIn(details, 'source'), 'sent', rest))
}

export function vestingAddWhitelist(details: Details): ActionLine {
  const added = listIn(details, 'accounts_added')
  const only = added.length === 1 ? addressIn({ only: added[0] }, 'only') : undefined
  const rest = [
    only === undefined ? text(`${added.length} accounts`) : account(only),
    ...phrase('to the whitelist of vesting', addressIn(details, 'vesting')),
  ]
  return actionLine('wallet', clauseOf(addressIn(details, 'source'), 'added', rest))
}
