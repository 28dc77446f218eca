import { z } from 'zod'
import { optional, required } from '../parameter.ts'
import { blockIdExt, bocText, transactionId, tvmCell } from './common.ts'
import { address, methodName, plainInt32, stackEntries } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Get-methods, and the forms of TVM values: v2-contract §11.5 and §11.6. */

/** A value in the form of runGetMethodStd; also inside the tuples and lists of runGetMethod. */
export type StackEntryJson =
  | {
      '@type': 'tvm.stackEntryNumber'
      number: { '@type': 'tvm.numberDecimal'; number: string }
    }
  | { '@type': 'tvm.stackEntryCell'; cell: { '@type': 'tvm.cell'; bytes: string } }
  | { '@type': 'tvm.stackEntrySlice'; slice: { '@type': 'tvm.slice'; bytes: string } }
  | { '@type': 'tvm.stackEntryTuple'; tuple: TupleJson }
  | { '@type': 'tvm.stackEntryList'; list: ListJson }
  | { '@type': 'tvm.stackEntryUnsupported' }
export type TupleJson = { '@type': 'tvm.tuple'; elements: StackEntryJson[] }
export type ListJson = { '@type': 'tvm.list'; elements: StackEntryJson[] }

const elements = z.lazy(() => z.array(stackEntry))
const tuple: z.ZodType<TupleJson> = z
  .strictObject({ '@type': z.literal('tvm.tuple'), elements })
  .meta({ id: 'tvm.tuple' })
const list: z.ZodType<ListJson> = z
  .strictObject({ '@type': z.literal('tvm.list'), elements })
  .meta({ id: 'tvm.list' })

const stackEntry: z.ZodType<StackEntryJson> = z
  .discriminatedUnion('@type', [
    z.strictObject({
      '@type': z.literal('tvm.stackEntryNumber'),
      number: z.strictObject({ '@type': z.literal('tvm.numberDecimal'), number: z.string() }),
    }),
    z.strictObject({ '@type': z.literal('tvm.stackEntryCell'), cell: tvmCell }),
    z.strictObject({
      '@type': z.literal('tvm.stackEntrySlice'),
      slice: z.strictObject({ '@type': z.literal('tvm.slice'), bytes: bocText }),
    }),
    z.strictObject({ '@type': z.literal('tvm.stackEntryTuple'), tuple }),
    z.strictObject({ '@type': z.literal('tvm.stackEntryList'), list }),
    z.strictObject({ '@type': z.literal('tvm.stackEntryUnsupported') }),
  ])
  .meta({ id: 'tvm.stackEntry' })

/** A cell taken apart; `b64` keeps the completion tag of a last byte that is not full. */
export type CellObjectJson = {
  data: { b64: string; len: number }
  refs: CellObjectJson[]
  special: boolean
}

const cellObject: z.ZodType<CellObjectJson> = z
  .strictObject({
    data: z.strictObject({ b64: z.string(), len: z.int() }),
    refs: z.lazy(() => z.array(cellObject)),
    special: z.boolean(),
  })
  .meta({ id: 'cellObject' })

/** A pair of type and value. Slices are `cell` too; `list` is also what stands for null. */
const legacyEntry = z
  .union([
    z.tuple([z.literal('num'), z.string()]),
    z.tuple([z.literal('cell'), z.strictObject({ bytes: bocText, object: cellObject })]),
    z.tuple([z.literal('tuple'), tuple]),
    z.tuple([z.literal('list'), list]),
    z.tuple([z.literal('unsupported'), z.literal('')]),
  ])
  .meta({ id: 'legacyStackEntry' })
export type LegacyEntryJson = z.infer<typeof legacyEntry>

const exitCode = z.int().meta({ description: '0 and 1 mean success; -13: the account has no code' })

const RUN_PARAMETERS = {
  address: required(address, { description: 'The contract, in any form', missing: 'empty address' }),
  method: required(methodName, { description: 'Name or id of the get-method' }),
}
const SEQNO = optional(plainInt32, {
  description: 'Masterchain block whose state is read; default: the newest',
})

export const runGetMethod = defineOperation({
  name: 'runGetMethod',
  category: 'run method',
  summary: 'Runs a get-method of a contract',
  description:
    'The method runs on this machine, on verified state. The stack is a list of pairs of type and value: num, ' +
    'tvm.Cell, tvm.Slice, cell, slice, tuple, list. The first pair is the first argument.',
  cache: 'head',
  postOnly: true,
  parameters: {
    ...RUN_PARAMETERS,
    stack: required(stackEntries, { description: 'Arguments as pairs: [["num", "0x2a"]]' }),
    seqno: SEQNO,
  },
  result: z
    .strictObject({
      '@type': z.literal('smc.runResult'),
      gas_used: z.int(),
      stack: z.array(legacyEntry),
      exit_code: exitCode,
      block_id: blockIdExt,
      last_transaction_id: transactionId,
    })
    .meta({ id: 'smc.runResult' }),
})

export const runGetMethodStd = defineOperation({
  name: 'runGetMethodStd',
  category: 'run method',
  summary: 'Runs a get-method of a contract, with typed values',
  cache: 'head',
  postOnly: true,
  parameters: {
    ...RUN_PARAMETERS,
    stack: required(stackEntries, { description: 'Arguments as tvm.stackEntry objects' }),
    seqno: SEQNO,
  },
  result: z
    .strictObject({
      '@type': z.literal('smc.runResult'),
      gas_used: z.int(),
      stack: z.array(stackEntry),
      exit_code: exitCode,
    })
    .meta({ id: 'smc.runResultStd' }),
})
