import { z } from 'zod'

/** `/api/tonscope/status`: the data of the explorer's status bar. Not part of toncenter's API. */

export const STATUS_PATH = '/api/tonscope/status'

const serverStatus = z.strictObject({
  index: z.int().meta({ description: 'Position in the global config' }),
  endpoint: z.string().meta({ description: 'host:port' }),
  alive: z.boolean(),
  seqno: z.int().nullable().meta({ description: 'Its newest masterchain block' }),
  latency_ms: z.number().nullable().meta({ description: 'Median of recent queries' }),
})

export const statusSchema = z
  .strictObject({
    version: z.string(),
    network: z.strictObject({
      name: z.string().meta({ description: 'As given at start: sample, a folder or file name' }),
      kind: z.enum(['sample', 'archive', 'custom', 'mainnet', 'testnet', 'devnet']),
      id: z
        .string()
        .meta({ description: 'Root hash of the zero state, base64: one chain, one id' })
        .nullable(),
    }),
    head: z
      .strictObject({ seqno: z.int(), utime: z.int() })
      .nullable()
      .meta({ description: 'The newest proved masterchain block; null before the first answer' }),
    servers: z.strictObject({
      alive: z.int(),
      total: z.int(),
      list: z.array(serverStatus),
    }),
    verification: z.strictObject({
      enabled: z.boolean().meta({ description: 'False when the user trusts the liteservers' }),
      accepted: z.int().meta({ description: 'Answers whose proofs held' }),
      refused: z.int().meta({ description: 'Answers whose proofs failed' }),
      proving: z
        .strictObject({
          proved: z.int().meta({ description: 'Key blocks proved' }),
          expected: z.int().meta({ description: 'About how many there are in all' }),
        })
        .nullable()
        .meta({ description: 'While a long chain of key blocks is proved; questions get 503 until then' }),
    }),
    fork: z
      .strictObject({ seqno: z.int(), message: z.string() })
      .nullable()
      .meta({ description: 'Two proved blocks of one seqno: no liteserver is used any more' }),
    metadata: z.strictObject({
      state: z
        .enum(['on', 'off', 'offline', 'no index'])
        .meta({ description: 'Whether off-chain token content is fetched, and if not, why' }),
    }),
    api: z.strictObject({
      v2: z.string().meta({ examples: ['http://127.0.0.1:8081/api/v2'] }),
      global_config: z
        .string()
        .nullable()
        .meta({ description: 'Path of the global config of an embedded network, for lite clients' }),
    }),
  })
  .meta({ id: 'tonscope.status' })
/** The answer of `/api/tonscope/status`. */
export type Status = z.infer<typeof statusSchema>
