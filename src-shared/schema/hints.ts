import { z } from 'zod'

/**
 * `/api/tonscope/hints`: the server that is asked where on the chain something is, of one network, in v2's envelope. GET
 * returns the setting and counts; PUT changes the setting, which takes effect at once. Not part of toncenter's API.
 */

export const HINTS_PATH = '/api/tonscope/hints'

/** Maximum length of the address and of the key of a hint server, characters. */
const MAX_URL = 500
const MAX_KEY = 200

const count = z.int()

export const hintsSchema = z
  .strictObject({
    url: z.string().nullable().meta({ description: 'Address of its v3 API; null: no server is asked' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the stored setting does not count; null if it does, or none is stored' }),
    has_key: z.boolean().meta({ description: 'Whether requests have an API key, which is never returned' }),
    proposed: z
      .string()
      .nullable()
      .meta({ description: 'Address of a public server of this network; null if none is known' }),
    counts: z
      .strictObject({
        answered: count.meta({ description: 'Requests that the server answered' }),
        refused: count.meta({ description: 'Requests that it refused by its status' }),
        limited: count.meta({ description: 'Requests that it refused for its rate, by status 429' }),
        failed: count.meta({ description: 'Requests without an answer of the API' }),
        held: count.meta({ description: 'Requests that were not sent, because of the rate' }),
        backed_off: count.meta({ description: 'Requests that were not sent, because of earlier failures' }),
        proved: count.meta({ description: 'Places and contracts that the network has as it was claimed' }),
        dropped: count.meta({ description: 'Those that it has not' }),
      })
      .nullable()
      .meta({ description: 'Since the server was set; null without one' }),
  })
  .meta({ id: 'tonscope.hints' })
/** The answer of `/api/tonscope/hints`. */
export type HintSettings = z.infer<typeof hintsSchema>

export const hintsChange = z.strictObject({
  url: z.string().max(MAX_URL).nullable().meta({
    description: 'Address of a toncenter v3 API, http or https; null: no server is asked',
  }),
  key: z.string().min(1).max(MAX_KEY).nullable().optional().meta({
    description: 'API key of that server; null: none; absent: the present one, if the address stays',
  }),
})
/** A change of the hint server. */
export type HintsChange = z.infer<typeof hintsChange>
