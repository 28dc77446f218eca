import type { Cell, CurrencyCollection } from '@ton/core'
import type { ExtMessageJson, RawMessageJson } from '#shared/schema/v2/transactions.ts'
import type { TonAddress } from '#shared/ton/address.ts'
import type { CommonMsgInfo } from '../../chain/block/commonMsgInfo.ts'
import { loadMessage, type Message } from '../../chain/block/message.ts'
import { accountOf, type MsgAddressInt } from '../../chain/block/msgAddress.ts'
import { parseCell } from '../../chain/tlb.ts'
import { BODY_UNREADABLE, messageData, messageText } from './messageData.ts'
import { accountAddress, extraCurrencies, friendlyAddress, hashText } from './scalars.ts'

const NO_VALUE: CurrencyCollection = { coins: 0n }

/** A message with the cell of its hash. */
export type OpenMessage = { readonly cell: Cell; readonly message: Message }

/** Opens the cell of a `Message Any`. Throws TlbError for other cells. */
export function openMessage(cell: Cell): OpenMessage {
  return { cell, message: parseCell(cell, 'Message', loadMessage) }
}

/** Returns the nanoton that the sender paid for delivery; 0 for external messages. */
export function forwardFee(message: Message): bigint {
  return message.info.type === 'internal' ? message.info.fwdFee : 0n
}

function accountAddressOf(address: MsgAddressInt): TonAddress | undefined {
  const account = accountOf(address)
  return account && { workchain: account.workChain, hash: account.hash }
}

/** Returns source and destination; the external side of a message has no address in the API. */
function endsOf(info: CommonMsgInfo): {
  source: TonAddress | undefined
  destination: TonAddress | undefined
} {
  switch (info.type) {
    case 'internal':
      return { source: accountAddressOf(info.src), destination: accountAddressOf(info.dest) }
    case 'external-in':
      return { source: undefined, destination: accountAddressOf(info.dest) }
    case 'external-out':
      return { source: accountAddressOf(info.src), destination: undefined }
  }
}

/** Returns the fields that both renderings share, in toncenter's order. */
function commonFields(message: Message) {
  const { info } = message
  const value = info.type === 'internal' ? info.value : NO_VALUE
  return {
    value: value.coins.toString(),
    extra_currencies: extraCurrencies(value),
    fwd_fee: forwardFee(message).toString(),
    // In present messages the field has flags; toncenter always prints 0.
    ihr_fee: '0',
    created_lt: (info.type === 'external-in' ? 0n : info.createdLt).toString(),
    body_hash: hashText(message.body),
    msg_data: messageData(message.body, message.init),
  }
}

/** Returns the message of getTransactions and tryLocate*: plain addresses, and the body as `message`. */
export function extMessage({ cell, message }: OpenMessage): ExtMessageJson {
  const { source, destination } = endsOf(message.info)
  const fields = commonFields(message)
  const text = messageText(fields.msg_data, message.body)
  return {
    '@type': 'ext.message',
    hash: hashText(cell),
    source: friendlyAddress(source),
    destination: friendlyAddress(destination),
    ...fields,
    ...(text === undefined ? { message_decode_error: BODY_UNREADABLE } : { message: text }),
  }
}

/** Returns the message of getTransactionsStd and getBlockTransactionsExt: addresses as objects. */
export function rawMessage({ cell, message }: OpenMessage): RawMessageJson {
  const { source, destination } = endsOf(message.info)
  return {
    '@type': 'raw.message',
    hash: hashText(cell),
    source: accountAddress(source),
    destination: accountAddress(destination),
    ...commonFields(message),
  }
}
