import { ADDRESS_FORMS, type DetectedTokenEvent, type MessageAddress } from '../../detectedTokens.ts'
import { sortableInteger } from '../../sortableInteger.ts'
import type { Connection } from '../../sqlite/driver.ts'
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
]
const FORWARD = ['forward_amount', 'forward_payload']

function insertSql(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (tx) DO NOTHING`
}

/** Prepares the statements of token events on the writer's connection. */
export function createEventRows(connection: Connection, accounts: AccountRows): EventRows {
  const find = connection
    .prepare<[Buffer], TransactionRow>('SELECT id, lt, now FROM transactions WHERE hash = ?')
    .safeIntegers()
  const destination = ['destination', 'destination_form']
  const jettonTransfer = connection.prepare(
    insertSql('jetton_transfers', [...PAYMENT, ...FORWARD, 'jetton', 'amount', 'source', ...destination]),
  )
  const jettonBurn = connection.prepare(insertSql('jetton_burns', [...PAYMENT, 'jetton', 'amount', 'owner']))
  const nftTransfer = connection.prepare(
    insertSql('nft_transfers', [
      ...PAYMENT,
      ...FORWARD,
      'collection',
      'old_owner',
      'new_owner',
      'new_owner_form',
    ]),
  )

  /** Returns the account's number and the form of an address. */
  function addressValues({ form, address }: MessageAddress): readonly unknown[] {
    return [address ? accounts.idOf(address) : null, ADDRESS_FORMS.indexOf(form)]
  }

  function paymentValues(
    account: bigint,
    transaction: TransactionRow,
    event: DetectedTokenEvent,
  ): readonly unknown[] {
    const { aborted, queryId, response, customPayload } = event
    return [
      transaction.id,
      account,
      transaction.lt,
      transaction.now,
      aborted ? 1 : 0,
      BigInt.asIntN(64, queryId),
      ...addressValues(response),
      customPayload ?? null,
    ]
  }

  return {
    write(account, event) {
      const transaction = find.get(event.txHash)
      if (!transaction) return
      const payment = paymentValues(account, transaction, event)
      switch (event.kind) {
        case 'jetton_transfer':
          jettonTransfer.run(
            ...payment,
            sortableInteger(event.forwardAmount),
            event.forwardPayload ?? null,
            accounts.idOf(event.jetton),
            sortableInteger(event.amount),
            accounts.idOf(event.source),
            ...addressValues(event.destination),
          )
          return
        case 'jetton_burn':
          jettonBurn.run(
            ...payment,
            accounts.idOf(event.jetton),
            sortableInteger(event.amount),
            accounts.idOf(event.owner),
          )
          return
        case 'nft_transfer':
          nftTransfer.run(
            ...payment,
            sortableInteger(event.forwardAmount),
            event.forwardPayload ?? null,
            event.collection ? accounts.idOf(event.collection) : null,
            accounts.idOf(event.oldOwner),
            ...addressValues(event.newOwner),
          )
      }
    },
  }
}
