import { z } from 'zod'
import { EXECUTOR_NOTE } from '../executor.ts'
import { documentedAs, optional, required, withDefault } from '../parameter.ts'
import { count, decimal, hashText } from './common.ts'
import { address, flag, jsonArray, plainText } from './kinds.ts'
import { defineV3Operation } from './operation.ts'

/** Operations of v2 in the forms of v3: compatibility-v3 §13. */

const UNAUTHORIZED = 401

/** A text that the operation itself parses, after the check for absent parameters. */
const ADDRESS = documentedAs(plainText, address.schema)
const BOC = documentedAs(plainText, z.string().meta({ format: 'byte' }))

const ACCOUNT = {
  address: required(address, { description: 'The account', missing: 'address of account is required' }),
  use_v2: withDefault(flag, false, { description: 'Asks the network as v2 does, instead of the index' }),
}

const LAST_TRANSACTION = {
  last_transaction_lt: z.string().nullable(),
  last_transaction_hash: z.string().nullable(),
}

export const addressInformation = defineV3Operation({
  name: 'addressInformation',
  aliases: ['account'],
  category: 'legacy',
  summary: 'Balance, code and data of an account',
  parameters: ACCOUNT,
  missingStatus: UNAUTHORIZED,
  result: z
    .strictObject({
      balance: decimal,
      code: z.string().nullable(),
      data: z.string().nullable(),
      ...LAST_TRANSACTION,
      frozen_hash: z.string().nullable(),
      status: z.string(),
    })
    .meta({ id: 'V2AddressInformation' }),
})

export const walletInformation = defineV3Operation({
  name: 'walletInformation',
  aliases: ['wallet'],
  category: 'legacy',
  summary: 'Seqno and id of a wallet',
  description: 'Answers 409 for what is another contract.',
  parameters: ACCOUNT,
  missingStatus: UNAUTHORIZED,
  result: z
    .strictObject({
      balance: decimal,
      wallet_type: z.string().optional(),
      seqno: z.uint32().optional(),
      wallet_id: z.uint32().optional(),
      ...LAST_TRANSACTION,
      status: z.string(),
    })
    .meta({ id: 'V2WalletInformation' }),
})

export const message = defineV3Operation({
  name: 'message',
  methods: ['POST'],
  category: 'legacy',
  sends: true,
  summary: 'Sends a message from outside',
  parameters: {
    boc: required(BOC, {
      description: 'The message as a bag of cells in base64',
      missing: 'boc is required',
    }),
  },
  missingStatus: UNAUTHORIZED,
  result: z
    .strictObject({ message_hash: hashText.optional(), message_hash_norm: hashText.optional() })
    .meta({ id: 'V2SendMessageResult' }),
})

const nanoton = z.int().min(0)

const fees = z
  .strictObject({ in_fwd_fee: nanoton, storage_fee: nanoton, gas_fee: nanoton, fwd_fee: nanoton })
  .meta({ id: 'V2EstimatedFee', description: 'Nanoton' })

export const estimateFee = defineV3Operation({
  name: 'estimateFee',
  methods: ['POST'],
  category: 'legacy',
  summary: 'What a message from outside would cost its receiver',
  description: EXECUTOR_NOTE,
  parameters: {
    address: required(ADDRESS, { description: 'The receiver', missing: 'empty address' }),
    body: required(BOC, {
      description: 'Body of the message as a bag of cells in base64',
      missing: 'failed to parse body',
    }),
    init_code: optional(BOC, { description: 'Code of a contract to be deployed' }),
    init_data: optional(BOC, { description: 'Its data' }),
    ignore_chksig: optional(flag, { description: 'Take every signature for right' }),
  },
  result: z
    .strictObject({ source_fees: fees, destination_fees: z.array(fees) })
    .meta({ id: 'V2EstimateFeeResult' }),
})

/**
 * A value on the stack of a get-method. Numbers are hexadecimal; cells and slices are bags of cells in
 * base64.
 */
export type StackEntityJson =
  | { type: 'num' | 'cell' | 'slice'; value: string }
  | { type: 'tuple' | 'list'; value: StackEntityJson[] }

const entities: z.ZodType<StackEntityJson[]> = z.lazy(() => z.array(stackEntity))

const stackEntity: z.ZodType<StackEntityJson> = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.enum(['num', 'cell', 'slice']), value: z.string() })
      .meta({ id: 'V2StackValue' }),
    z.strictObject({ type: z.enum(['tuple', 'list']), value: entities }).meta({ id: 'V2StackValues' }),
  ])
  .meta({ id: 'V2StackEntity' })

export const runGetMethod = defineV3Operation({
  name: 'runGetMethod',
  methods: ['POST'],
  category: 'legacy',
  summary: 'Runs a get-method of a contract',
  parameters: {
    address: required(ADDRESS, { description: 'The contract', missing: 'address is required' }),
    method: required(plainText, {
      description: 'Name of the method, or its id',
      missing: 'method is required',
    }),
    stack: withDefault(documentedAs(jsonArray, z.array(stackEntity).readonly()), [], {
      description: 'Arguments, the first first: {"type": "num", "value": "0x2a"}',
    }),
  },
  missingStatus: UNAUTHORIZED,
  result: z
    .strictObject({ gas_used: count, exit_code: z.int32(), stack: z.array(stackEntity) })
    .meta({ id: 'V2RunGetMethodResult' }),
})
