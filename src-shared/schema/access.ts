import { z } from 'zod'
import { PLAIN_NAME } from '../plainName.ts'

/**
 * `/api/tonscope/access`: API keys and request rates. Answers have v2's envelope. Only programs and pages of this
 * machine can read or change them, also if the gateway listens on another address.
 */

export const ACCESS_PREFIX = '/api/tonscope/access'

/** Requests per second; null for no limit. */
const rate = z.number().min(0.01).max(100_000).nullable()

const keyName = z.string().regex(PLAIN_NAME, 'a name has lower-case letters, digits and hyphens, at most 32')

const networkNames = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(16)
  .nullable()
  .meta({ description: 'The networks it is good for (devnet, mainnet, …); null: all' })

const accessKey = z.strictObject({
  name: keyName,
  hint: z.string().meta({ description: 'The first characters of the key, to tell keys apart' }),
  rate,
  networks: networkNames,
  created_at: z.int().meta({ description: 'Unix seconds' }),
  last_used_at: z.int().nullable().meta({ description: 'Unix seconds; null: not since the gateway started' }),
})
/** An API key without its secret. */
export type AccessKey = z.infer<typeof accessKey>

export const accessState = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'False: keys and rates are not looked at' }),
    forced: z.boolean().meta({ description: 'True where other machines can reach the gateway: it stays on' }),
    keyless_rate: rate.meta({ description: 'Of all requests without a key from one address; 0.01 and more' }),
    keys: z.array(accessKey),
  })
  .meta({ id: 'tonscope.access' })
/** The answer of `GET`, `/settings` and `/revoke`: whether keys and rates apply, and the list of keys. */
export type AccessState = z.infer<typeof accessState>

/** `POST /settings`. Absent fields stay unchanged. */
export const accessSettings = z.strictObject({
  enabled: z.boolean().optional(),
  keyless_rate: rate.optional(),
})
/** The body of `POST /settings`. */
export type AccessSettings = z.infer<typeof accessSettings>

/** `POST /add`. Only the answer contains the key itself: the gateway stores its hash. */
export const newKey = z.strictObject({
  name: keyName,
  rate: rate.default(null),
  networks: networkNames.default(null),
})
/** The body of `POST /add`: the new key's name, rate and networks. */
export type NewKey = z.input<typeof newKey>
export const addedKey = z.strictObject({
  key: z.string().meta({ description: '64 hexadecimal digits' }),
  added: accessKey,
})
/** The answer of `POST /add`, with the new key itself. */
export type AddedKey = z.infer<typeof addedKey>

/** `POST /revoke`. Answers with the state afterwards, like `/settings`. */
export const revokedKey = z.strictObject({ name: keyName })
