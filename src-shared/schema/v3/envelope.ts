import { z } from 'zod'

/** The answer to a failed v3 request (compatibility-v3 §2.1). */
export const v3Error = z
  .strictObject({
    error: z.string(),
    code: z.int().min(400).max(599).meta({ description: 'Repeats the HTTP status' }),
  })
  .meta({ id: 'RequestError' })
/** The answer to a failed v3 request. */
export type V3ErrorJson = z.infer<typeof v3Error>
