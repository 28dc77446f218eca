import { z } from 'zod'

/** `/api/tonscope/index`: the state of the index, and the commands of the Index page and of `tonscope index`. */

export const INDEX_PREFIX = '/api/tonscope/index'

const seqnoRange = z.strictObject({ first: z.int(), last: z.int() })
/** A range of masterchain seqnos, both inclusive. */
export type SeqnoRange = z.infer<typeof seqnoRange>

const JOB_STATES = ['waiting', 'running', 'paused', 'done', 'cancelled', 'failed'] as const

export const indexJobSchema = z
  .strictObject({
    id: z.int(),
    kind: z.enum(['range', 'account']),
    /** For a range: masterchain seqnos, both inclusive. */
    first: z.int().nullable(),
    last: z.int().nullable(),
    /** For an account's history. */
    account: z.string().nullable(),
    newest_first: z.boolean(),
    state: z.enum(JOB_STATES),
    /** The reason why it failed or waits. */
    detail: z.string().nullable(),
    /** Masterchain blocks (for an account: transactions) done, and their total: null for an account, as it is unknown. */
    done: z.int(),
    total: z.int().nullable(),
    /** Per second, over the last half minute. */
    rate: z.number().nullable(),
    eta_seconds: z.int().nullable(),
  })
  .meta({ id: 'tonscope.index_job' })
/** A job of indexing a range of blocks or an account's history. */
export type IndexJob = z.infer<typeof indexJobSchema>

export const indexStatusSchema = z
  .strictObject({
    /** `off`: indexes only on request; `readonly`: the index cannot be written (imported, no permission, full disk). */
    mode: z.enum(['follow', 'off', 'readonly']),
    /** The state of the follower; `detail` has the reason of `stopped` (disk limit, full disk, a broken database). */
    state: z.enum(['following', 'catching_up', 'paused', 'offline', 'stopped', 'idle']),
    detail: z.string().nullable(),
    /** Ascending ranges that do not touch. */
    coverage: z.array(seqnoRange),
    /** Masterchain blocks behind the network's newest block; null while unknown. */
    behind: z.int().nullable(),
    rate: z.strictObject({
      /** Masterchain blocks and transactions per second, over the last half minute. */
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
    /** Accounts not yet checked for token contracts, and those that wait for another account's state. */
    detection: z.strictObject({
      pending: z.int(),
      /** Those of the pending that name a contract which did not acknowledge them and has changed since. */
      rechecks: z.int(),
      waiting: z.int(),
      /** Why they cannot be checked now; null if they can. */
      detail: z.string().nullable(),
    }),
    /** Completed traces whose actions are not derived yet. */
    classification: z.strictObject({
      pending: z.int(),
      /** Why their actions cannot be derived now; null if they can. */
      detail: z.string().nullable(),
      /** The pass over all traces: traces queued so far, their total, and changed actions. */
      again: z.strictObject({ done: z.int(), total: z.int(), changed: z.int() }),
    }),
    /** The background check of the files against their checksums; null if the index is not open to be written. */
    integrity: z
      .strictObject({
        /** Bytes of the database and the archive: checked by the present or else the last pass, and in all. */
        checked_bytes: z.int(),
        total_bytes: z.int(),
        /** When the last pass over everything ended, Unix seconds; null before the first. */
        checked_at: z.int().nullable(),
        /** Bytes that it checked: what was written since then is not. */
        checked_at_bytes: z.int().nullable(),
        /** Inverted bits that were corrected since the index was opened. */
        corrected: z.int(),
        /** A sentence about each block of the archive that can no longer be read. */
        archive_damage: z.array(z.string()),
      })
      .nullable(),
    jobs: z.array(indexJobSchema),
  })
  .meta({ id: 'tonscope.index_status' })
/** The answer of `GET` and of most commands: coverage, progress, disk use and jobs. */
export type IndexStatus = z.infer<typeof indexStatusSchema>

/** A watched account: its history is read back to a depth and kept up to date. */
export const watchedAccountSchema = z
  .strictObject({
    /** Raw. */
    account: z.string(),
    /** See readWatchDepth. */
    depth: z.string(),
    /** Unix seconds. */
    added_at: z.int(),
    /**
     * `waiting`: not looked at yet in this run; `current`: read as of `read_seqno`, with its token contracts; `failed`:
     * see `detail`.
     */
    state: z.enum(['waiting', 'reading', 'current', 'failed', 'offline']),
    /** Transactions in the gapless part of the history, and the time of the oldest and of the newest one. */
    transactions: z.int(),
    oldest_utime: z.int().nullable(),
    newest_utime: z.int().nullable(),
    /** Whether the account's first transaction is read. */
    is_complete: z.boolean(),
    /** The masterchain block as of which the history is read; null before the first read. */
    read_seqno: z.int().nullable(),
    /** Traces that are not whole yet. */
    open_traces: z.int(),
    /** The reason why something is not read. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'tonscope.watched_account' })
/** A watched account with its progress. */
export type WatchedAccount = z.infer<typeof watchedAccountSchema>

/** The query of `GET /watched`: a page of the list, or one account, which is absent if it is not watched. */
export const watchedPageSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  account: z.string().optional(),
})
/** A part of the list of watched accounts. */
export type WatchedPage = z.infer<typeof watchedPageSchema>

/** The answer of `GET /watched` (a page), of `watch` (this account) and of `unwatch` (the first page of the others). */
export const watchedAccountsSchema = z
  .strictObject({
    accounts: z.array(watchedAccountSchema),
    /** Number of all watched accounts, and of those that are waiting, being read, or failed. */
    total: z.int(),
    reading: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'tonscope.watched_accounts' })
/** Watched accounts in the order in which they were added. */
export type WatchedAccounts = z.infer<typeof watchedAccountsSchema>

/** POST bodies under INDEX_PREFIX. Each answers `{ok: true, result: IndexStatus}`, unless another one is noted. */
export const indexCommands = {
  /** `/backfill` → IndexJob. `last_seconds` counts back from the head. */
  backfill: z.strictObject({
    from: z.int().min(1).optional(),
    to: z.int().min(1).optional(),
    last_seconds: z.int().min(1).optional(),
    account: z.string().optional(),
    oldest_first: z.boolean().optional(),
  }),
  /** `/pause`, `/resume`, `/cancel`: a job, or without an id the follower (which cannot be cancelled). */
  pause: z.strictObject({ job: z.int().optional() }),
  resume: z.strictObject({ job: z.int().optional() }),
  cancel: z.strictObject({ job: z.int() }),
  /** `/watch` → WatchedAccounts: this one. Changes the depth of a watched account, and checks it at once. */
  watch: z.strictObject({ account: z.string(), depth: z.string().optional() }),
  /** `/unwatch` → WatchedAccounts: the first page of the others. What was read stays. */
  unwatch: z.strictObject({ account: z.string() }),
  /** `/reclassify`: derives the actions of all traces again, after all other work. */
  reclassify: z.strictObject({}),
  /** `/settings`: stored for this network. */
  settings: z.strictObject({
    mode: z.enum(['follow', 'off']).optional(),
    disk_limit_bytes: z.int().min(0).nullable().optional(),
  }),
}
/** The name of a command. */
export type IndexCommand = keyof typeof indexCommands

/**
 * The body of `POST /search`: looks for a transaction in the newest 300 masterchain blocks and their shard blocks. The
 * answer is a stream of SearchLines; the search ends with the connection.
 */
export const searchRequestSchema = z.strictObject({
  /** Of a transaction, in hexadecimal or base64. */
  hash: z.string(),
})

/**
 * A line of JSON in the answer of `POST /search`: the numbers of masterchain blocks that were searched and that will
 * be, then whether the transaction was found, which v3 then has, or why the search failed.
 */
export type SearchLine =
  | { readonly searched: number; readonly total: number }
  | { readonly found: boolean }
  | { readonly error: string; readonly code: number }

/** The result of a command. */
export type IndexAnswer = IndexStatus | IndexJob | WatchedAccounts

/**
 * The header of every v3 answer: `1-12849` (ranges by comma), `none`, `account 0:83DF… lt 1-4800 complete` (or
 * `since deployment`: earlier history is unknown), or `account 0:83DF… without a state at seqno 4800`. A list of which
 * only a whole index has everything says what it is of instead: `none, hints toncenter.com, completeness unproved`, or
 * offline `none, watched account 0:83DF… lt 1-4800 as of seqno 4795, completeness unproved`.
 */
export const COVERAGE_HEADER = 'X-Index-Coverage'

/**
 * The header of a v2 answer from the index while no liteserver is available: the index's newest masterchain seqno.
 */
export const INDEX_HEAD_HEADER = 'X-Index-Head'
