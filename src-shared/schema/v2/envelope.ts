import { z } from 'zod'

/** The envelope of every v2 answer: compatibility-v2 §1.3 and §1.4. */

const extraText = z.string().meta({
  description: 'Unix seconds, indices of the liteservers that served the request (_ for none), milliseconds',
  examples: ['1732147200:3:41.287'],
})

export const errorEnvelope = z
  .strictObject({
    ok: z.literal(false),
    error: z.string(),
    code: z.int().min(400).max(599).meta({ description: 'Repeats the HTTP status' }),
    '@extra': extraText,
  })
  .meta({ id: 'Error', description: 'What every failure answers' })

/** Returns the schema of the envelope around a result. */
export function successEnvelope<Result extends z.ZodType>(result: Result) {
  return z.strictObject({ ok: z.literal(true), result, '@extra': extraText })
}
