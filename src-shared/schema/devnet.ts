import { z } from 'zod'
import { PLAIN_NAME } from '../plainName.ts'

/**
 * `/api/tonscope/devnet`: control of the embedded network, beyond toncenter's API. Answers have v2's envelope
 * (`{"ok": true, "result": …}`); on any other network every path answers 404.
 */

export const DEVNET_PREFIX = '/api/tonscope/devnet'

/** The name of a snapshot: a valid file name on every system. */
const snapshotName = z
  .string()
  .regex(PLAIN_NAME, 'a name has lower-case letters, digits and hyphens, at most 32')

const nanoton = z
  .string()
  .regex(/^\d{1,30}$/, 'an amount is a whole number of nanoton')
  .meta({ description: 'nanoton, decimal', examples: ['1000000000'] })

const scenarioAccount = z.strictObject({
  name: z
    .string()
    .meta({ description: 'What the scenario calls it', examples: ['alice', 'Paper Crane (USDP)'] }),
  kind: z.string().meta({ description: 'wallet v4r2, jetton master, NFT collection, …' }),
  address: z.string().meta({ description: 'workchain:hex' }),
})
/** An account of the scenario, such as a wallet or a jetton master. */
export type ScenarioAccount = z.infer<typeof scenarioAccount>

const snapshot = z.strictObject({
  name: snapshotName,
  seqno: z.int().meta({ description: 'The newest masterchain block in it' }),
  utime: z.int().meta({ description: 'Time of that block, unix seconds' }),
  saved_at: z.int().meta({ description: 'Time of this machine, unix seconds' }),
})
/** A saved state of the devnet. */
export type Snapshot = z.infer<typeof snapshot>

export const devnetStatus = z
  .strictObject({
    seed: z.string(),
    seqno: z.int().meta({ description: 'The newest masterchain block' }),
    utime: z.int().meta({ description: 'Time of that block, unix seconds' }),
    now: z.int().meta({ description: "The devnet's clock: time of a block made now" }),
    clock: z.enum(['wall', 'stepped']).meta({
      description: 'wall: follows this machine, plus journeys; stepped: one second per block (under a seed)',
    }),
    clock_offset: z.int().nullable().meta({
      description:
        "Seconds that `now` is ahead of this machine's clock: the journeys, and `clock_behind`. Null if the clock is stepped",
    }),
    clock_behind: z.int().meta({
      description:
        "Seconds of it that exist because this machine's clock went back, or was behind the newest block at the start. It becomes 0 when that clock catches up",
    }),
    block_interval: z
      .number()
      .meta({ description: 'Seconds between blocks without messages; 0: only on demand' }),
    traffic: z.boolean(),
    shards: z
      .int()
      .meta({ description: 'Shards of the basechain that are wanted; they split and merge over blocks' }),
    elections: z.int().meta({
      description: 'Seconds of a validation round; 0: no elections, one validator serves for good',
    }),
    waiting_messages: z.int(),
    faucet: z.strictObject({ address: z.string(), balance: nanoton, largest: nanoton }),
    scenario: z.array(scenarioAccount),
    snapshots: z.array(snapshot),
  })
  .meta({ id: 'tonscope.devnet' })
/** The answer of `GET`: the devnet's head, clock, settings, faucet, scenario and snapshots. */
export type DevnetStatus = z.infer<typeof devnetStatus>

/** `POST /faucet` */
export const faucetRequest = z.strictObject({
  address: z.string().meta({ description: 'Any form of address' }),
  amount: nanoton.default('100000000000'),
  comment: z.string().max(120).optional(),
})
export const faucetAnswer = z.strictObject({
  address: z.string(),
  amount: nanoton,
  message_hash: z.string().meta({ description: 'Of the message to the account, base64' }),
  seqno: z.int().meta({ description: 'The masterchain block in which the account has it' }),
})
/** The answer of `POST /faucet`, after the transfer has arrived. */
export type FaucetAnswer = z.infer<typeof faucetAnswer>

/** `POST /step` */
export const stepRequest = z.strictObject({ blocks: z.int().min(1).max(1000).default(1) })

/** The answer of `POST /keyblock` (no fields): the key block's id, in the form of v2's `ton.blockIdExt`. */
export const keyBlockAnswer = z.strictObject({
  workchain: z.int(),
  shard: z.string().meta({ description: 'Signed 64-bit decimal', examples: ['-9223372036854775808'] }),
  seqno: z.int(),
  root_hash: z.string().meta({ description: 'base64' }),
  file_hash: z.string().meta({ description: 'base64' }),
  utime: z.int().meta({ description: 'Time of that block, unix seconds' }),
})
/** The answer of `POST /keyblock`. */
export type KeyBlockAnswer = z.infer<typeof keyBlockAnswer>

/** `POST /time`: forward by seconds or to a time, followed by a new block. Time never goes back. */
export const timeRequest = z.union([
  z.strictObject({ forward: z.int().min(1).max(315_360_000) }),
  z.strictObject({ to: z.int().min(1).max(4_294_967_295) }),
])
/** The body of `POST /time`. */
export type TimeRequest = z.infer<typeof timeRequest>

const ROUND_RULE = 'must be 0, or from 120 to 31536000'

/** `POST /settings`. Absent fields stay unchanged. */
export const settingsRequest = z.strictObject({
  block_interval: z.number().min(0).max(86_400).optional(),
  traffic: z.boolean().optional(),
  elections: z.union([z.literal(0), z.int().min(120, ROUND_RULE).max(31_536_000, ROUND_RULE)]).optional(),
  shards: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8), z.literal(16)]).optional(),
})
/** The body of `POST /settings`. */
export type SettingsRequest = z.infer<typeof settingsRequest>

/** `POST /save`, `POST /restore`, `POST /forget`; `POST /reset` takes no fields. */
export const snapshotRequest = z.strictObject({ name: snapshotName })

/** The answer of step, time, settings, restore and reset: the head afterwards. */
export const headAnswer = z.strictObject({ seqno: z.int(), utime: z.int() })
/** The seqno and Unix time of the newest masterchain block. */
export type HeadAnswer = z.infer<typeof headAnswer>
