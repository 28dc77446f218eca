import { hasExecuted } from './outcome.ts'
import { readTokenMessage } from './tokenMessages.ts'
import type { MessageView, TransactionView } from './transactionView.ts'

/** Jettons that an account received, or requested to send, in a transaction, according to the messages. */
export type TokenMove = {
  /** The jetton wallet. The claim is true if the wallet is verified and belongs to the account. */
  readonly wallet: string
  /** Amount in the smallest unit. */
  readonly amount: bigint
  /** True for an amount in the account's order to its jetton wallet (send, burn); false for a received amount. */
  readonly isRequest: boolean
  /** Raw address of the other account. */
  readonly party: string | undefined
}

function readBody({ body }: MessageView) {
  return body.kind === 'call' ? readTokenMessage(body.boc) : undefined
}

/**
 * Returns the jetton transfers of a transaction from the view of its account. A failed transaction has none.
 */
export function tokenMoves(view: TransactionView): TokenMove[] {
  if (view.decoded && !hasExecuted(view)) return []
  const { inMessage, outMessages } = view
  const received = inMessage && readBody(inMessage)
  const moves: TokenMove[] = []
  if (inMessage?.source !== undefined && received?.kind === 'notification') {
    moves.push({ wallet: inMessage.source, amount: received.amount, isRequest: false, party: received.party })
  }
  for (const message of outMessages) {
    const sent = message.destination === undefined ? undefined : readBody(message)
    if (message.destination === undefined || !sent) continue
    if (sent.kind !== 'transfer' && sent.kind !== 'burn') continue
    moves.push({ wallet: message.destination, amount: sent.amount, isRequest: true, party: sent.party })
  }
  return moves
}
