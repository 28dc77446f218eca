import { ADDRESS_FORMS, type DetectedTokenEvent, type MessageAddress } from '../../detectedTokens.ts'
import { sortableInteger } from '../../sortableInteger.ts'
import type { Connection } from '../../sqlite/driver.ts'
import { insertInto } from '../../sqlite/insertInto.ts'
import type { AccountRows } from '../accounts.ts'

/** Rows of jetton_transfers, jetton_burns and nft_transfers. */
export type EventRows = {
  /**
   * Writes an event of the account's contract, unless it is stored. Ignores events whose transaction is not stored.
   */
  write(account: bigint, event: DetectedTokenEvent): void
}

type TransactionRow = { readonly id: bigint; readonly lt: bigint; readonly now: bigint }

const PAYMENT = [
  'tx',
  'account',
  'lt',
  'now',
  'aborted',
  'query_id',
  'response',
  'response_form',
  'custom_payload',
] as const
const FORWARD = ['forward_amount', 'forward_payload'] as const
const ONCE = 'ON CONFLICT (tx) DO NOTHING'

/** Prepares the statements of token events on the writer's connection. */
export function createEventRows(connection: Connection, accounts: AccountRows): EventRows {
  const find = connection
    .prepare<[Buffer], TransactionRow>('SELECT id, lt, now FROM transactions WHERE hash = ?')
    .safeIntegers()
  const jettonTransfer = insertInto(
    connection,
    'jetton_transfers',
    [...PAYMENT, ...FORWARD, 'jetton', 'amount', 'source', 'destination', 'destination_form'],
    ONCE,
  )
  const jettonBurn = insertInto(connection, 'jetton_burns', [...PAYMENT, 'jetton', 'amount', 'owner'], ONCE)
  const nftTransfer = insertInto(
    connection,
    'nft_transfers',
    [...PAYMENT, ...FORWARD, 'collection', 'old_owner', 'new_owner', 'new_owner_form'],
    ONCE,
  )

  function accountOf({ address }: MessageAddress): number | bigint | null {
    return address ? accounts.idOf(address) : null
  }

  function paymentValues(account: bigint, transaction: TransactionRow, event: DetectedTokenEvent) {
    return {
      tx: transaction.id,
      account,
      lt: transaction.lt,
      now: transaction.now,
      aborted: event.aborted ? 1 : 0,
      query_id: BigInt.asIntN(64, event.queryId),
      response: accountOf(event.response),
      response_form: ADDRESS_FORMS.indexOf(event.response.form),
      custom_payload: event.customPayload ?? null,
    }
  }

  return {
    write(account, event) {
      const transaction = find.get(event.txHash)
      if (!transaction) return
      const payment = paymentValues(account, transaction, event)
      switch (event.kind) {
        case 'jetton_transfer':
          jettonTransfer({
            ...payment,
            forward_amount: sortableInteger(event.forwardAmount),
            forward_payload: event.forwardPayload ?? null,
            jetton: accounts.idOf(event.jetton),
            amount: sortableInteger(event.amount),
            source: accounts.idOf(event.source),
            destination: accountOf(event.destination),
            destination_form: ADDRESS_FORMS.indexOf(event.destination.form),
          })
          return
        case 'jetton_burn':
          jettonBurn({
            ...payment,
            jetton: accounts.idOf(event.jetton),
            amount: sortableInteger(event.amount),
            owner: accounts.idOf(event.owner),
          })
          return
        case 'nft_transfer':
          nftTransfer({
            ...payment,
            forward_amount: sortableInteger(event.forwardAmount),
            forward_payload: event.forwardPayload ?? null,
            collection: event.collection ? accounts.idOf(event.collection) : null,
            old_owner: accounts.idOf(event.oldOwner),
            new_owner: accountOf(event.newOwner),
            new_owner_form: ADDRESS_FORMS.indexOf(event.newOwner.form),
          })
      }
    },
  }
}
