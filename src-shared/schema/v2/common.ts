import { z } from 'zod'
import { type ExactNumber, isExactNumber } from '../exactNumber.ts'

/** Scalars and shared objects of v2 answers (compatibility-v2 §2.2 and §2.3). Keys are in the reference's order. */

/** A big number as text: balances, fees, values (nanoton), amounts. */
export const decimalText = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ description: 'Decimal number as text; nanoton where it is an amount of TON' })

/** A logical time as text. */
export const ltText = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ description: 'Logical time', examples: ['57825216000003'] })

/** A shard as the text of a signed 64-bit number. */
const shardText = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ description: 'Shard prefix, signed 64-bit', examples: ['-9223372036854775808'] })

/** 32 bytes in base64, or an empty text. */
export const hashText = z
  .string()
  .regex(/^([A-Za-z0-9+/]{43}=)?$/)
  .meta({ description: 'Hash in base64', examples: ['CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='] })

export const base64Text = z
  .string()
  .meta({ format: 'byte', description: 'Bytes in base64, empty when there are none' })

/** A bag of cells in base64, or an empty text. */
export const bocText = z
  .string()
  .meta({ format: 'byte', description: 'Bag of cells in base64, empty when there is none' })

/** A 64-bit integer as a JSON number, which can exceed 2^53. */
export const int64Number = z
  .custom<ExactNumber>(isExactNumber)
  .meta({ type: 'integer', format: 'int64', description: 'Integer of 64 bits' })

export const seqnoNumber = z.uint32().meta({ description: 'Sequence number of a block' })

export const utimeNumber = z.uint32().meta({ description: 'Unix time in seconds' })

/** An amount as a JSON number: fees of an estimate. */
export const nanoton = z.int().min(0).meta({ description: 'Nanoton' })

/** A number of items. */
export const count = z.int().min(0)

/** Returns the schema of a tonlib object, named after its `@type`, which distinguishes it in unions. */
export function tagged<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ '@type': z.literal(type), ...shape }).meta({ id: type })
}

export const blockIdExt = z
  .strictObject({
    '@type': z.literal('ton.blockIdExt'),
    workchain: z.int32(),
    shard: shardText,
    seqno: seqnoNumber,
    root_hash: hashText,
    file_hash: hashText,
  })
  .meta({ id: 'ton.blockIdExt', description: 'Identity of a block' })
/** A block id with its hashes (tonlib's `ton.blockIdExt`). */
export type BlockIdExtJson = z.infer<typeof blockIdExt>

export const transactionId = z
  .strictObject({ '@type': z.literal('internal.transactionId'), lt: ltText, hash: hashText })
  .meta({
    id: 'internal.transactionId',
    description: 'A transaction by logical time and hash; lt 0 and the zero hash stand for none',
  })
/** A transaction by logical time and hash (tonlib's `internal.transactionId`). */
export type TransactionIdJson = z.infer<typeof transactionId>

export const accountAddress = z
  .strictObject({
    '@type': z.literal('accountAddress'),
    account_address: z.string().meta({ description: 'Friendly form, url-safe; empty for no address' }),
  })
  .meta({ id: 'accountAddress' })
/** An address (tonlib's `accountAddress`) in the friendly form, empty for no address. */
export type AccountAddressJson = z.infer<typeof accountAddress>

export const extraCurrency = z
  .strictObject({ '@type': z.literal('extraCurrency'), id: z.int32(), amount: decimalText })
  .meta({ id: 'extraCurrency', description: 'An amount of an extra currency' })
/** An amount of an extra currency, decimal. */
export type ExtraCurrencyJson = z.infer<typeof extraCurrency>

export const tvmCell = z
  .strictObject({ '@type': z.literal('tvm.cell'), bytes: bocText })
  .meta({ id: 'tvm.cell' })
/** A cell as a bag of cells in base64 (tonlib's `tvm.cell`). */
export type TvmCellJson = z.infer<typeof tvmCell>
