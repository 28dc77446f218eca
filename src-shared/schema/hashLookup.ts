import { z } from 'zod'

/**
 * `GET /api/tonscope/index/hash?hash=HASH`: what has a hash (hexadecimal or base64), in v2's envelope. An unknown hash is
 * an answer, not an error, so that a page needs one request and none that fails. The newest blocks are not searched.
 * Not part of toncenter's API.
 */

export const HASH_LOOKUP_PATH = '/api/tonscope/index/hash'

const hashOwner = z.enum(['transaction', 'message', 'pending', 'root_hash', 'file_hash'])
/** An object that has a hash: `pending` is a message whose trace is emulated, the last two are hashes of a block. */
export type HashOwner = z.infer<typeof hashOwner>

export const hashLookupQuery = z.strictObject({ hash: z.string() })

export const hashLookupSchema = z
  .strictObject({
    found: z.array(hashOwner).meta({ description: 'What has the hash; v3 has its data' }),
    unsure: z
      .string()
      .nullable()
      .meta({ description: 'Why something else can have it that is not known here; null if nothing can' }),
  })
  .meta({ id: 'tonscope.hash' })
/** The answer. */
export type HashLookup = z.infer<typeof hashLookupSchema>
