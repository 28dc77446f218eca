import type { z } from 'zod'
import type {
  IndexCommand,
  IndexJob,
  IndexStatus,
  indexCommands,
  WatchedAccounts,
} from '#shared/schema/indexer.ts'

/** The request of an index command. */
export type IndexRequest<Name extends IndexCommand> = z.input<(typeof indexCommands)[Name]>

/** The answer of an index command. */
export type IndexAnswer<Name extends IndexCommand> = Name extends 'backfill'
  ? IndexJob
  : Name extends 'watch' | 'unwatch'
    ? WatchedAccounts
    : IndexStatus
