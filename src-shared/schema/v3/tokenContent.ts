import { z } from 'zod'

/** What a jetton, item or collection says of itself on the chain (TEP-64), unchanged: names are hostile input. */
export const tokenContent = z
  .record(z.string(), z.string())
  .meta({ id: 'TokenContent', description: 'Fields of TEP-64 as they are on the chain' })
export type TokenContentJson = z.infer<typeof tokenContent>
