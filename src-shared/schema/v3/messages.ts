import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import {
  addressText,
  BOOK_AND_METADATA,
  bocText,
  decimal,
  extraCurrencies,
  hashText,
  ltText,
  opcodeText,
  utimeText,
} from './common.ts'
import { direction, flag, hash, hashes, nullableAddress, opcode } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, PAGE, SORT, UTIME_WINDOW } from './page.ts'

/** Messages: compatibility-v3 §4.6 and §5.9. */

/** The fields of a decoded body, by the names of its layout. */
export const decodedBody = z.record(z.string(), z.unknown()).meta({ id: 'DecodedBody' })

export const messageContent = z
  .strictObject({
    hash: hashText,
    body: bocText,
    decoded: decodedBody.nullable(),
  })
  .meta({ id: 'MessageContent' })
/** The body or StateInit of a message: hash, bag of cells and decoded fields. */
export type MessageContentJson = z.infer<typeof messageContent>

export const message = z
  .strictObject({
    hash: hashText,
    source: addressText.nullable(),
    destination: addressText.nullable(),
    value: decimal.nullable(),
    value_extra_currencies: extraCurrencies.nullable(),
    fwd_fee: decimal.nullable(),
    ihr_fee: decimal.nullable(),
    extra_flags: decimal.nullable(),
    created_lt: ltText.nullable(),
    created_at: utimeText.nullable(),
    opcode: opcodeText.nullable(),
    decoded_opcode: z.string().nullable(),
    ihr_disabled: z.boolean().nullable(),
    bounce: z.boolean().nullable(),
    bounced: z.boolean().nullable(),
    import_fee: decimal.nullable(),
    in_msg_tx_hash: hashText.optional(),
    out_msg_tx_hash: hashText.optional(),
    message_content: messageContent.nullable(),
    init_state: messageContent.nullable(),
    hash_norm: hashText.optional().meta({ description: 'Of external messages, where it differs from hash' }),
  })
  .meta({ id: 'Message' })
/** A message. Fields that its kind lacks are null. */
export type MessageJson = z.infer<typeof message>

/** Filters on messages that several operations share. */
export const MESSAGE_FILTERS = {
  msg_hash: optional(hashes, { description: 'Hash of the message, or its normalized hash' }),
  body_hash: optional(hash, { description: 'Hash of the body' }),
  source: optional(nullableAddress, { description: 'Sender; null for messages from outside' }),
  destination: optional(nullableAddress, { description: 'Receiver; null for messages to outside' }),
  opcode: optional(opcode, { description: 'First 32 bits of the body: 0x and hexadecimal, or decimal' }),
  direction: optional(direction, {
    description: 'in: as received, out: as sent',
    unparsable: 'direction should be one of: in, out',
  }),
}

export const messages = defineV3Operation({
  name: 'messages',
  category: 'blockchain data',
  summary: 'Messages, each once, with the transactions at both its ends',
  parameters: {
    ...MESSAGE_FILTERS,
    hash: optional(hash, { description: 'An older name of msg_hash' }),
    exclude_externals: withDefault(flag, false, { description: 'Leaves out messages from outside' }),
    only_externals: withDefault(flag, false, { description: 'Gives messages from outside only' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: z
    .strictObject({ messages: z.array(message), ...BOOK_AND_METADATA })
    .meta({ id: 'MessagesResponse' }),
})
