import { z } from 'zod'

/** Scalars and small records of v3 answers: compatibility-v3 §4.1, §4.2, §4.8 and §4.9. */

/** A big number as text: amounts (nanotons), fees, gas, 64-bit counters. */
export const decimal = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ description: 'Decimal number as text; nanoton where it is an amount of TON' })

export const ltText = z
  .string()
  .regex(/^[0-9]+$/)
  .meta({ description: 'Logical time', examples: ['57825216000003'] })

export const hashText = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .meta({ description: 'Hash in base64', examples: ['CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='] })

/** Raw with upper-case digits. Columns that can be empty have values such as `addr_none` (compatibility-v3 §14.2). */
export const addressText = z.string().meta({
  description: 'Raw address with upper-case digits',
  examples: ['0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8'],
})

export const shardText = z
  .string()
  .regex(/^[1-9A-F][0-9A-F]*$/)
  .meta({ description: 'Shard prefix, hexadecimal without leading zeros', examples: ['8000000000000000'] })

export const opcodeText = z
  .string()
  .regex(/^0x[0-9a-f]{8}$/)
  .meta({ description: 'First 32 bits of the body', examples: ['0x0f8a7ea5'] })

export const bocText = z.string().meta({ format: 'byte', description: 'Bag of cells in base64' })

export const utime = z.uint32().meta({ description: 'Unix time in seconds' })

/** A time as text, as two operations print it (compatibility-v3 §4.1). */
export const utimeText = z
  .string()
  .regex(/^[0-9]+$/)
  .meta({ description: 'Unix time in seconds, as text' })

export const extraCurrencies = z
  .record(z.string(), decimal)
  .meta({ id: 'ExtraCurrencies', description: 'Amounts of extra currencies by id' })

export const accountStatus = z.enum(['uninit', 'frozen', 'active', 'nonexist']).meta({ id: 'AccountStatus' })

/** A number of items. */
export const count = z.int().min(0)

export const seqno = z.uint32().meta({ description: 'Sequence number of a block' })

export const blockId = z
  .strictObject({ workchain: z.int32(), shard: shardText, seqno })
  .meta({ id: 'BlockId' })
/** A block id without hashes. `shard` is in hexadecimal. */
export type BlockIdJson = z.infer<typeof blockId>

export const addressBookRow = z
  .strictObject({
    user_friendly: z.string().nullable().meta({ description: 'Friendly form; wallets are not bounceable' }),
    domain: z.string().nullable(),
    interfaces: z.array(z.string()).nullable(),
  })
  .meta({ id: 'AddressBookRow' })
/** The friendly form, domain and interfaces of an address. */
export type AddressBookRowJson = z.infer<typeof addressBookRow>

export const addressBook = z.record(z.string(), addressBookRow).meta({ id: 'AddressBook' })
/** The addresses of an answer, by raw form. */
export type AddressBookJson = z.infer<typeof addressBook>

export const tokenInfo = z
  .strictObject({
    valid: z.boolean().optional(),
    type: z.enum(['jetton_masters', 'jetton_wallets', 'nft_items', 'nft_collections']).optional(),
    name: z.string().optional(),
    symbol: z.string().optional(),
    description: z.string().optional(),
    image: z.string().optional(),
    nft_index: z.string().optional(),
    is_nsfw: z.boolean().optional(),
    is_scam: z.boolean().optional(),
    extra: z.record(z.string(), z.unknown()).meta({ id: 'TokenInfoExtra' }).optional(),
  })
  .meta({ id: 'TokenInfo' })
/** The metadata of a token. */
export type TokenInfoJson = z.infer<typeof tokenInfo>

export const metadata = z
  .record(
    z.string(),
    z
      .strictObject({ is_indexed: z.boolean(), token_info: z.array(tokenInfo) })
      .meta({ id: 'AddressMetadata' }),
  )
  .meta({ id: 'Metadata' })
/** The metadata of the tokens in an answer, by raw address. */
export type MetadataJson = z.infer<typeof metadata>

/** Fields of most lists: names of the addresses in them, and metadata of the tokens among these. */
export const BOOK = { address_book: addressBook }
export const BOOK_AND_METADATA = { address_book: addressBook, metadata }
