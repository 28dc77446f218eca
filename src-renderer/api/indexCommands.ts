import type { z } from 'zod'
import type { IndexCommand, IndexJob, IndexStatus, indexCommands } from '#shared/schema/indexer.ts'

/** What a command of the index is sent. */
export type IndexRequest<Name extends IndexCommand> = z.input<(typeof indexCommands)[Name]>

/** What it answers. */
export type IndexAnswer<Name extends IndexCommand> = Name extends 'backfill' ? IndexJob : IndexStatus
