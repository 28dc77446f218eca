import { outcomeOf } from './describeTransaction.ts'
import { readTokenMessage } from './tokenMessages.ts'
import type { MessageView, TransactionView } from './transactionView.ts'

/** Jettons that an account received or sent in a transaction, as the messages claim. */
export type TokenMove = {
  /** The jetton wallet: the claim holds if it is verified and belongs to the account. */
  readonly wallet: string
  /** In the smallest unit; negative for what was sent. */
  readonly amount: bigint
  /** The account at the other end; raw address. */
  readonly party: string | undefined
}

function readBody({ body }: MessageView) {
  return body.kind === 'call' ? readTokenMessage(body.boc) : undefined
}

/** Reads the jetton transfers of a transaction, seen from its account; none where it failed. */
export function tokenMoves(view: TransactionView): TokenMove[] {
  if (outcomeOf(view).kind !== 'ok') return []
  const { inMessage, outMessages } = view
  const received = inMessage && readBody(inMessage)
  const moves: TokenMove[] = []
  if (inMessage?.source !== undefined && received?.kind === 'notification') {
    moves.push({ wallet: inMessage.source, amount: received.amount, party: received.party })
  }
  for (const message of outMessages) {
    const sent = message.destination === undefined ? undefined : readBody(message)
    if (message.destination === undefined || !sent) continue
    if (sent.kind !== 'transfer' && sent.kind !== 'burn') continue
    moves.push({ wallet: message.destination, amount: -sent.amount, party: sent.party })
  }
  return moves
}
