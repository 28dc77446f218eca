import { z } from 'zod'

/** `/api/tonscope/index`: what is indexed, and the commands of the Index page and of `tonscope index`. */

export const INDEX_PREFIX = '/api/tonscope/index'

const seqnoRange = z.strictObject({ first: z.int(), last: z.int() })
export type SeqnoRange = z.infer<typeof seqnoRange>

export const JOB_STATES = ['waiting', 'running', 'paused', 'done', 'cancelled', 'failed'] as const

export const indexJobSchema = z
  .strictObject({
    id: z.int(),
    kind: z.enum(['range', 'account']),
    /** Of a range, masterchain seqnos, both inclusive. */
    first: z.int().nullable(),
    last: z.int().nullable(),
    /** Of an account's history. */
    account: z.string().nullable(),
    newest_first: z.boolean(),
    state: z.enum(JOB_STATES),
    /** Why it failed, or waits. */
    detail: z.string().nullable(),
    /** Masterchain blocks (of an account: transactions) done, and of how many: null for an account, which doesn't tell. */
    done: z.int(),
    total: z.int().nullable(),
    /** A second, over the last half minute. */
    rate: z.number().nullable(),
    eta_seconds: z.int().nullable(),
  })
  .meta({ id: 'tonscope.index_job' })
export type IndexJob = z.infer<typeof indexJobSchema>

export const indexStatusSchema = z
  .strictObject({
    /** `off`: nothing is indexed unless it is asked for; `readonly`: an imported index, or a folder that is not ours to write. */
    mode: z.enum(['follow', 'off', 'readonly']),
    /** What the follower is doing; `stopped` has its reason in `detail` (disk limit, full disk, a broken database). */
    state: z.enum(['following', 'catching_up', 'paused', 'offline', 'stopped', 'idle']),
    detail: z.string().nullable(),
    /** Ascending, never touching. */
    coverage: z.array(seqnoRange),
    /** Behind the network's newest block, masterchain blocks; null while that is not known. */
    behind: z.int().nullable(),
    rate: z.strictObject({
      /** Masterchain blocks and transactions a second, over the last half minute. */
      blocks: z.number(),
      transactions: z.number(),
    }),
    disk: z.strictObject({
      /** The database without its write-ahead log. */
      index_bytes: z.int(),
      wal_bytes: z.int(),
      archive_bytes: z.int(),
      limit_bytes: z.int().nullable(),
      free_bytes: z.int().nullable(),
    }),
    /** Accounts not looked at yet for token contracts, and those that wait for another account's state. */
    detection: z.strictObject({ pending: z.int(), waiting: z.int() }),
    /** Finished traces whose actions are not derived yet. */
    classification: z.strictObject({
      pending: z.int(),
      /** The pass over all traces: queued so far, of how many, and how many actions it changed. */
      again: z.strictObject({ done: z.int(), total: z.int(), changed: z.int() }),
    }),
    /** The background check of the files against their checksums; null if the index is not open to be written. */
    integrity: z
      .strictObject({
        /** Bytes of the database and the archive that the present pass has checked, and has to check. */
        checked_bytes: z.int(),
        total_bytes: z.int(),
        /** When the last pass over everything ended, Unix seconds; null before the first. */
        checked_at: z.int().nullable(),
        /** Inverted bits that were corrected since the index was opened. */
        corrected: z.int(),
        /** Blocks of the archive that cannot be read any more, a sentence each. */
        archive_damage: z.array(z.string()),
      })
      .nullable(),
    jobs: z.array(indexJobSchema),
  })
  .meta({ id: 'tonscope.index_status' })
export type IndexStatus = z.infer<typeof indexStatusSchema>

/** POST bodies under INDEX_PREFIX; each answers `{ok: true, result: IndexStatus}` or an IndexJob where it says so. */
export const indexCommands = {
  /** `/backfill` → IndexJob. `last_seconds` counts back from the head. */
  backfill: z.strictObject({
    from: z.int().min(1).optional(),
    to: z.int().min(1).optional(),
    last_seconds: z.int().min(1).optional(),
    account: z.string().optional(),
    oldest_first: z.boolean().optional(),
  }),
  /** `/pause`, `/resume`, `/cancel`: a job, or the follower without an id (which can't be cancelled). */
  pause: z.strictObject({ job: z.int().optional() }),
  resume: z.strictObject({ job: z.int().optional() }),
  cancel: z.strictObject({ job: z.int() }),
  /** `/reclassify`: derives the actions of all traces again, after all other work. */
  reclassify: z.strictObject({}),
  /** `/settings`: remembered for this network. */
  settings: z.strictObject({
    mode: z.enum(['follow', 'off']).optional(),
    disk_limit_bytes: z.int().min(0).nullable().optional(),
  }),
}
export type IndexCommand = keyof typeof indexCommands

/**
 * The header of every v3 answer: `1-12849` (ranges by comma), `none`, `account 0:83DF… lt 1-4800 complete` (or
 * `since deployment`: what happened before that is not known), or `account 0:83DF… without a state at seqno 4800`.
 */
export const COVERAGE_HEADER = 'X-Index-Coverage'

/**
 * The header of a v2 answer that is from the index because no liteserver is alive: the newest masterchain seqno there.
 */
export const INDEX_HEAD_HEADER = 'X-Index-Head'
