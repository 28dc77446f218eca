import { z } from 'zod'
import { EXECUTOR_NOTE } from '../executor.ts'
import { required, withDefault } from '../parameter.ts'
import { hashText, nanoton, tagged } from './common.ts'
import { address, bytes, plainBoolean, someBytes } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** External messages: compatibility-v2 §11.1 and §11.2. */

const BOC = required(someBytes, {
  description: 'The external message as a bag of cells in base64',
  missing: 'empty boc',
})

const messageInfo = z
  .strictObject({
    '@type': z.literal('raw.extMessageInfo'),
    hash: hashText,
    hash_norm: hashText.meta({ description: 'Hash of the message in its normal form (TEP-467)' }),
  })
  .meta({ id: 'raw.extMessageInfo' })

export const sendBoc = defineOperation({
  name: 'sendBoc',
  category: 'send',
  summary: 'Sends an external message',
  cache: 'none',
  postOnly: true,
  sends: true,
  parameters: { boc: BOC },
  result: z.strictObject({ '@type': z.literal('ok') }).meta({ id: 'ok' }),
})

export const sendBocReturnHash = defineOperation({
  name: 'sendBocReturnHash',
  category: 'send',
  summary: 'Sends an external message and gives its hashes',
  cache: 'none',
  postOnly: true,
  sends: true,
  parameters: { boc: BOC },
  result: messageInfo,
})

export const sendBocReturnHashNoError = defineOperation({
  name: 'sendBocReturnHashNoError',
  category: 'send',
  summary: 'The same; a message that is refused answers 400',
  cache: 'none',
  postOnly: true,
  sends: true,
  parameters: { boc: BOC },
  result: messageInfo,
})

const fees = tagged('fees', {
  in_fwd_fee: nanoton,
  storage_fee: nanoton,
  gas_fee: nanoton,
  fwd_fee: nanoton,
})

export const estimateFee = defineOperation({
  name: 'estimateFee',
  category: 'send',
  summary: 'What an external message would cost its receiver',
  description: `Runs the message on this machine; nothing is sent. ${EXECUTOR_NOTE}`,
  cache: 'none',
  postOnly: true,
  parameters: {
    address: required(address, { description: 'The receiver', missing: 'empty address' }),
    body: required(bytes, { description: 'Body of the message as a bag of cells in base64' }),
    init_code: withDefault(bytes, new Uint8Array(), { description: 'Code of a contract to be deployed' }),
    init_data: withDefault(bytes, new Uint8Array(), { description: 'Its data' }),
    ignore_chksig: withDefault(plainBoolean, true, { description: 'Take every signature for right' }),
  },
  result: z
    .strictObject({
      '@type': z.literal('query.fees'),
      source_fees: fees,
      destination_fees: z.array(fees).max(0),
    })
    .meta({ id: 'query.fees' }),
})
