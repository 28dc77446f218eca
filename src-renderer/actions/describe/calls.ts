import { distinctiveTitle } from '../../decode/describeTransaction.ts'
import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  code,
  label,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, type Details, numberIn, textIn } from './details.ts'

/** Returns the operation of a call, or undefined if the details have none. */
export function opcodeIn(details: Details): number | undefined {
  const opcode = textIn(details, 'opcode')
  return opcode !== undefined && /^0x[0-9a-f]{1,8}$/i.test(opcode) ? Number(opcode) : undefined
}

function operation(details: Details) {
  const opcode = opcodeIn(details)
  if (opcode === undefined) return []
  const title = distinctiveTitle(opcode)
  return [title === undefined ? code(textIn(details, 'opcode') ?? '') : text(title), text('on')]
}

export function callContract(details: Details): ActionLine {
  const [from, to] = [addressIn(details, 'source'), addressIn(details, 'destination')]
  const value = numberIn(details, 'value')
  const cost = value === undefined || value === 0n ? [] : [text('with'), amount(null, value)]
  return actionLine('contract', clauseOf(from, 'called', [...operation(details), account(to), ...cost]), {
    moves: moved(from, to, null, value),
  })
}

export function contractDeploy(details: Details): ActionLine {
  const [from, to] = [addressIn(details, 'source'), addressIn(details, 'destination')]
  // A deployment's coins belong to the transfer or call of the same message, which has a line of its own.
  return actionLine(
    'contract',
    clauseOf(from, 'deployed', from === undefined ? [account(to)] : [text('contract'), account(to)]),
  )
}

export function tickTock(details: Details): ActionLine {
  const called = addressIn(details, 'account')
  const clause = label('Tick-tock transaction')
  return actionLine('system', { ...clause, rest: [...clause.rest, ...phrase('of', called)] })
}

export function electionDeposit(details: Details): ActionLine {
  const holder = addressIn(details, 'stake_holder')
  const value = numberIn(details, 'amount')
  const clause = clauseOf(holder, 'staked', [amount(null, value), text('in the validator elections')])
  return actionLine('system', clause, { moves: moved(holder, undefined, null, value) })
}

export function electionRecover(details: Details): ActionLine {
  const holder = addressIn(details, 'stake_holder')
  const value = numberIn(details, 'amount')
  const what = value === undefined ? text('its stake') : amount(null, value)
  return actionLine('system', clauseOf(holder, 'recovered', [what, text('from the validator elections')]), {
    moves: moved(undefined, holder, null, value),
  })
}

export function subscribe(details: Details): ActionLine {
  const [subscriber, beneficiary] = [addressIn(details, 'subscriber'), addressIn(details, 'beneficiary')]
  const plan = addressIn(details, 'subscription')
  const value = numberIn(details, 'amount')
  const cost = value === undefined ? [] : [text('for'), amount(null, value)]
  const clause = clauseOf(subscriber, 'subscribed', [
    ...phrase('to', beneficiary ?? plan),
    ...cost,
    ...(beneficiary === undefined ? [] : phrase('by', plan)),
  ])
  const paid = clauseOf(beneficiary, 'received', [
    amount(null, value),
    ...phrase('from the subscription of', subscriber),
  ])
  return actionLine('wallet', clause, {
    others: beneficiary === undefined ? [] : [paid],
    moves: moved(subscriber, beneficiary, null, value),
  })
}

export function unsubscribe(details: Details): ActionLine {
  const plan = addressIn(details, 'subscription')
  const party = addressIn(details, 'beneficiary')
  return actionLine(
    'wallet',
    clauseOf(addressIn(details, 'subscriber'), 'unsubscribed', [...phrase('from', party ?? plan)]),
  )
}
