import { z } from 'zod'
import { documentedAs, optional, required } from '../parameter.ts'
import { base64Text, blockIdExt, bocText, count, tagged, transactionId, tvmCell } from './common.ts'
import { address, methodName, plainInt32, stackEntries } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Get-methods, and the forms of TVM values: compatibility-v2 §10.1 and §10.2. */

/** A value in the form of runGetMethodStd, and inside the tuples and lists of runGetMethod. */
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
/** A tuple of the TVM (tonlib's `tvm.tuple`). */
export type TupleJson = { '@type': 'tvm.tuple'; elements: StackEntryJson[] }
/** A Lisp-style list of the TVM (tonlib's `tvm.list`). */
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
    tagged('tvm.stackEntryNumber', { number: tagged('tvm.numberDecimal', { number: z.string() }) }),
    tagged('tvm.stackEntryCell', { cell: tvmCell }),
    tagged('tvm.stackEntrySlice', { slice: tagged('tvm.slice', { bytes: bocText }) }),
    tagged('tvm.stackEntryTuple', { tuple }),
    tagged('tvm.stackEntryList', { list }),
    tagged('tvm.stackEntryUnsupported', {}),
  ])
  .meta({ id: 'tvm.stackEntry' })

/** A parsed cell. `b64` includes the completion tag of an incomplete last byte. */
export type CellObjectJson = {
  data: { b64: string; len: number }
  refs: CellObjectJson[]
  special: boolean
}

const cellObject: z.ZodType<CellObjectJson> = z
  .strictObject({
    data: z.strictObject({ b64: base64Text, len: z.int().min(0).max(1023) }).meta({ id: 'cellObject.data' }),
    refs: z.lazy(() => z.array(cellObject)),
    special: z.boolean(),
  })
  .meta({ id: 'cellObject' })

const legacyCell = z.strictObject({ bytes: bocText, object: cellObject }).meta({ id: 'legacyStackCell' })

/** A pair of type and value. Slices have the type `cell`; `list` also represents null. */
const legacyEntry = z
  .union([
    z.tuple([z.literal('num'), z.string()]),
    z.tuple([z.literal('cell'), legacyCell]),
    z.tuple([z.literal('tuple'), tuple]),
    z.tuple([z.literal('list'), list]),
    z.tuple([z.literal('unsupported'), z.literal('')]),
  ])
  .meta({
    id: 'legacyStackEntry',
    description: 'A pair of type (num, cell, tuple, list, unsupported) and value; list also stands for null',
  })
/** A value in the form of runGetMethod: a pair of type and value. */
export type LegacyEntryJson = z.infer<typeof legacyEntry>

const legacyCellArgument = z
  .strictObject({ bytes: bocText, object: z.unknown().optional() })
  .meta({ id: 'legacyStackCellArgument' })

const legacyArgument = z
  .tuple([z.string(), z.union([z.string(), z.int(), legacyCellArgument, tuple, list])])
  .meta({
    id: 'legacyStackArgument',
    description: 'A pair of type (num, cell, slice, tvm.Cell, tvm.Slice, tuple, list) and value',
  })

const exitCode = z.int32().meta({ description: '0 and 1 mean success; -13: the account has no code' })

const RUN_PARAMETERS = {
  address: required(address, { description: 'The contract, in any form', missing: 'empty address' }),
  method: required(methodName, { description: 'Name or id of the get-method' }),
}
const SEQNO = optional(documentedAs(plainInt32, z.int32().min(0)), {
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
    stack: required(documentedAs(stackEntries, z.array(legacyArgument).readonly()), {
      description: 'Arguments as pairs: [["num", "0x2a"]]',
    }),
    seqno: SEQNO,
  },
  result: z
    .strictObject({
      '@type': z.literal('smc.runResult'),
      gas_used: count,
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
    stack: required(documentedAs(stackEntries, z.array(stackEntry).readonly()), {
      description: 'Arguments as tvm.stackEntry objects',
    }),
    seqno: SEQNO,
  },
  result: z
    .strictObject({
      '@type': z.literal('smc.runResult'),
      gas_used: count,
      stack: z.array(stackEntry),
      exit_code: exitCode,
    })
    .meta({ id: 'smc.runResultStd' }),
})
