import { z } from 'zod'

/** The on-chain metadata of a jetton, item or collection (TEP-64), unchanged. Names are untrusted input. */
export const tokenContent = z
  .record(z.string(), z.string())
  .meta({ id: 'TokenContent', description: 'Fields of TEP-64 as they are on the chain' })
/** The on-chain metadata of a token: TEP-64 fields by name. */
export type TokenContentJson = z.infer<typeof tokenContent>
