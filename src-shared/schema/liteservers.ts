import { z } from 'zod'

/**
 * `GET /api/tonscope/liteservers`: the state of the pool of liteservers, in v2's envelope. Reading it sends no query. Not
 * part of toncenter's API.
 */

export const LITESERVERS_PATH = '/api/tonscope/liteservers'

/** What the pool does with a server. */
const LITESERVER_STATES = [
  'in_use',
  'silent',
  'lagging',
  'starting',
  'backing_off',
  'quarantined',
  'stopped',
] as const

const kept = z.strictObject({
  workchain: z.int(),
  kind: z.enum(['block', 'state']),
  oldest_answered: z.int().nullable().meta({
    description: 'Seqno of the oldest block or state in its answers; null if it refused that one later',
  }),
  newest_refused: z.int().nullable().meta({
    description: 'Seqno of the newest block or state that it refused; null if it sent that one later',
  }),
})

const liteserver = z.strictObject({
  index: z.int().meta({ description: 'Position in the global config' }),
  endpoint: z.string().meta({ description: 'host:port' }),
  key: z.string().meta({ description: 'Its Ed25519 key, base64' }),
  state: z.enum(LITESERVER_STATES).meta({
    description:
      'silent: alive, but queries wait longer than usual or the last ones got no answer, so that others are asked first; starting: it has not named its newest block yet; stopped: the network has forked',
  }),
  last_error: z
    .string()
    .nullable()
    .meta({ description: 'Why it is in quarantine; otherwise its last failure, which can be over' }),
  retry_in: z
    .number()
    .nullable()
    .meta({ description: 'Seconds until a server that is backed off or in quarantine is used again' }),
  archival: z.boolean().nullable().meta({ description: 'Whether it has old blocks; null before the test' }),
  seqno: z.int().nullable().meta({ description: 'The newest masterchain block that it named' }),
  lag: z.strictObject({
    blocks: z.int().nullable().meta({
      description:
        'Masterchain blocks behind the newest proved one when it named its own; null if none was known',
    }),
    seconds: z.number().nullable().meta({ description: 'The same in time; null before the rate is known' }),
  }),
  latency: z
    .strictObject({ median: z.number(), p95: z.number() })
    .nullable()
    .meta({ description: 'Milliseconds within which half, and 95 of 100, of recent answers came' }),
  queries: z.strictObject({
    total: z.int().meta({ description: 'Sent since the start, polls included' }),
    last_minute: z.int(),
    running: z.int(),
    queued: z.int().meta({ description: 'Waiting here for their turn' }),
    concurrency: z.int().meta({ description: 'Maximum number of running ones at present' }),
  }),
  rate_limit: z
    .strictObject({
      per_second: z.number(),
      stated: z.boolean().meta({ description: 'True if the server named it, false if it was learned' }),
    })
    .nullable()
    .meta({ description: 'Null while the server has refused no query for its rate' }),
  refusals: z.strictObject({
    rate: z.int(),
    not_in_db: z.int().meta({ description: 'Codes 651 and 652: it does not have what was asked' }),
    other: z.int(),
  }),
  failures: z.int().meta({ description: 'Broken or refused connections' }),
  timeouts: z.int(),
  proofs: z.strictObject({
    accepted: z.int().meta({ description: 'Answers whose proofs held' }),
    failed: z.int().meta({ description: 'False answers' }),
    unproved_heads: z.int().meta({ description: 'Blocks that it named and then refused to prove' }),
  }),
  hedges: z.strictObject({
    sent: z.int().meta({ description: 'Queries that it got because another server had not answered yet' }),
    won: z.int().meta({ description: 'Of these, those that it answered first' }),
  }),
  kept: z.array(kept).meta({ description: 'What is known of its old blocks and states' }),
})
/** One liteserver of the pool. */
export type Liteserver = z.infer<typeof liteserver>

const forkedBlock = z.strictObject({
  root_hash: z.string().meta({ description: 'base64' }),
  file_hash: z.string().meta({ description: 'base64' }),
  liteserver: z.string().nullable().meta({ description: 'host:port of the server that proved it' }),
})

const fork = z.strictObject({
  message: z.string(),
  seqno: z.int(),
  blocks: z.array(forkedBlock),
  evidence_file: z
    .string()
    .nullable()
    .meta({ description: 'Path of the file with both blocks and their proofs; null if it was not written' }),
})
/** Two proved masterchain blocks of one seqno, which stopped the network. */
export type NetworkFork = z.infer<typeof fork>

export const liteserversSchema = z
  .strictObject({
    embedded: z.boolean().meta({ description: 'Whether the one liteserver is a part of Tonscope' }),
    alive: z.int(),
    per_second: z.number().meta({ description: 'Queries sent a second, average of the last minute' }),
    fork: fork.nullable(),
    servers: z.array(liteserver),
  })
  .meta({ id: 'tonscope.liteservers' })
/** The answer of `/api/tonscope/liteservers`. */
export type Liteservers = z.infer<typeof liteserversSchema>
