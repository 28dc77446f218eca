import type { JobRow } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'

/** Rows of `jobs`. */
export type JobRows = {
  /** Returns all jobs in the order of their creation. */
  all(): readonly JobRow[]
  /** Writes a job; replaces the one with its id. */
  save(job: JobRow): void
}

type Row = {
  id: number
  kind: JobRow['kind']
  first: number | null
  last: number | null
  address: Buffer | null
  newest_first: number
  next: number | null
  state: JobRow['state']
  detail: string | null
  created_at: number
}

/** Prepares the statements of `jobs`. */
export function createJobRows(connection: Connection): JobRows {
  const read = connection.prepare<[], Row>(
    'SELECT id, kind, first, last, address, newest_first, next, state, detail, created_at FROM jobs ORDER BY id',
  )
  const save = insertInto(
    connection,
    'jobs',
    ['id', 'kind', 'first', 'last', 'address', 'newest_first', 'next', 'state', 'detail', 'created_at'],
    `ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, first = excluded.first, last = excluded.last,
      address = excluded.address, newest_first = excluded.newest_first, next = excluded.next,
      state = excluded.state, detail = excluded.detail, created_at = excluded.created_at`,
  )
  return {
    all: () => read.all().map(jobOf),
    save(job) {
      save({
        id: job.id,
        kind: job.kind,
        first: job.first ?? null,
        last: job.last ?? null,
        address: job.account ?? null,
        newest_first: job.newestFirst ? 1 : 0,
        next: job.next ?? null,
        state: job.state,
        detail: job.detail ?? null,
        created_at: job.createdAt,
      })
    },
  }
}

function jobOf(row: Row): JobRow {
  return {
    id: row.id,
    kind: row.kind,
    first: row.first ?? undefined,
    last: row.last ?? undefined,
    account: row.address ?? undefined,
    newestFirst: row.newest_first === 1,
    next: row.next ?? undefined,
    state: row.state,
    detail: row.detail ?? undefined,
    createdAt: row.created_at,
  }
}
