import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  code,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, type Details, numberIn, textIn } from './details.ts'

/**
 * Cocoon. `new_tokens(_used)` and `expected_address` are not displayed: the reference reads them from a wrong
 * position of the message (docs/actions §12.10).
 */

const ends = (details: Details) => ({
  source: addressIn(details, 'source'),
  destination: addressIn(details, 'destination'),
})

export function workerPayout(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const value = numberIn(details, 'amount')
  const last = textIn(details, 'payout_type') === 'last' ? 'for the last time, ' : ''
  const rest = [amount(null, value), ...phrase('to', destination), text(`${last}for work on Cocoon`)]
  const got = [amount(null, value), text('for work on Cocoon')]
  return actionLine('compute', clauseOf(source, 'paid', rest), {
    others: destination === undefined ? [] : [clauseOf(destination, 'received', got)],
    moves: moved(undefined, destination, null, value),
  })
}

export function proxyPayout(details: Details): ActionLine {
  const { source, destination } = ends(details)
  return actionLine('compute', clauseOf(source, 'paid', [account(destination), text('as a proxy on Cocoon')]))
}

export function proxyCharge(details: Details): ActionLine {
  const { source, destination } = ends(details)
  return actionLine(
    'compute',
    clauseOf(source, 'charged', [account(destination), text('for work on Cocoon')]),
  )
}

export function clientTopUp(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const value = numberIn(details, 'amount')
  const rest = [...phrase('up', destination), text('with'), amount(null, value), text('on Cocoon')]
  return actionLine('compute', clauseOf(source, 'topped', rest), {
    moves: moved(source, destination, null, value),
  })
}

export function registerProxy(details: Details): ActionLine {
  const rest = [text('a proxy on Cocoon'), ...phrase('with', addressIn(details, 'destination'))]
  return actionLine('compute', clauseOf(undefined, 'registered', rest))
}

export function unregisterProxy(details: Details): ActionLine {
  const seqno = numberIn(details, 'seqno')
  const rest = [
    text(seqno === undefined ? 'a proxy of Cocoon' : `proxy ${seqno} of Cocoon`),
    ...phrase('with', addressIn(details, 'destination')),
  ]
  return actionLine('compute', clauseOf(undefined, 'unregistered', rest))
}

export function clientRegister(details: Details): ActionLine {
  const { source, destination } = ends(details)
  return actionLine(
    'compute',
    clauseOf(source, 'registered', [text('as a client on Cocoon'), ...phrase('with', destination)]),
  )
}

export function clientChangeSecret(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const hash = textIn(details, 'new_secret_hash')
  const rest = [
    ...phrase('the secret of Cocoon client', destination),
    ...(hash === undefined ? [] : [text('to hash'), code(hash)]),
  ]
  return actionLine('compute', clauseOf(source, 'changed', rest))
}

export function clientIncreaseStake(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const rest = [
    ...phrase('the stake of Cocoon client', destination),
    text('to'),
    amount(null, numberIn(details, 'new_stake')),
  ]
  return actionLine('compute', clauseOf(source, 'increased', rest))
}

export function clientRequestRefund(details: Details): ActionLine {
  const { source, destination } = ends(details)
  return actionLine(
    'compute',
    clauseOf(source, 'requested', [...phrase('a refund from Cocoon client', destination)]),
  )
}

export function grantRefund(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const value = numberIn(details, 'amount')
  const rest = [text('a refund of'), amount(null, value), ...phrase('to', destination), text('on Cocoon')]
  const got = [text('a refund of'), amount(null, value), text('on Cocoon')]
  return actionLine('compute', clauseOf(source, 'granted', rest), {
    others: destination === undefined ? [] : [clauseOf(destination, 'received', got)],
    moves: moved(undefined, destination, null, value),
  })
}

export function clientWithdraw(details: Details): ActionLine {
  const { source, destination } = ends(details)
  const value = numberIn(details, 'withdraw_amount')
  const rest = [amount(null, value), ...phrase('from Cocoon client', destination)]
  return actionLine('compute', clauseOf(source, 'withdrew', rest), {
    moves: moved(destination, source, null, value),
  })
}
