import { z } from 'zod'

/**
 * `/api/tonscope/access`: who may ask, and how often. Answers have v2's envelope. Only programs and pages of this
 * machine may read or change it, whatever the gateway listens on.
 */

export const ACCESS_PREFIX = '/api/tonscope/access'

/** Requests per second; null: as many as come. */
const rate = z.number().min(0.01).max(100_000).nullable()

const keyName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a name has lower-case letters, digits and hyphens, at most 32')

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
export type AccessKey = z.infer<typeof accessKey>

export const accessState = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'False: keys and rates are not looked at' }),
    forced: z.boolean().meta({ description: 'True where other machines can reach the gateway: it stays on' }),
    keyless_rate: rate.meta({ description: 'Of all requests without a key from one address; 0.01 and more' }),
    keys: z.array(accessKey),
  })
  .meta({ id: 'tonscope.access' })
export type AccessState = z.infer<typeof accessState>

/** `POST /settings`: what is absent stays. */
export const accessSettings = z.strictObject({
  enabled: z.boolean().optional(),
  keyless_rate: rate.optional(),
})
export type AccessSettings = z.infer<typeof accessSettings>

/** `POST /add`. The key itself is in the answer and nowhere else: only its hash is kept. */
export const newKey = z.strictObject({
  name: keyName,
  rate: rate.default(null),
  networks: networkNames.default(null),
})
export type NewKey = z.input<typeof newKey>
export const addedKey = z.strictObject({
  key: z.string().meta({ description: '64 hexadecimal digits' }),
  added: accessKey,
})
export type AddedKey = z.infer<typeof addedKey>

/** `POST /revoke`; answers the state after it, as `/settings` does. */
export const revokedKey = z.strictObject({ name: keyName })
