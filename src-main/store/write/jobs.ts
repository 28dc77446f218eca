import type { JobRow } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'

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
  const save = connection.prepare(
    `INSERT INTO jobs (id, kind, first, last, address, newest_first, next, state, detail, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, first = excluded.first, last = excluded.last,
      address = excluded.address, newest_first = excluded.newest_first, next = excluded.next,
      state = excluded.state, detail = excluded.detail, created_at = excluded.created_at`,
  )
  return {
    all: () => read.all().map(jobOf),
    save(job) {
      save.run(
        job.id,
        job.kind,
        job.first ?? null,
        job.last ?? null,
        job.account ?? null,
        job.newestFirst ? 1 : 0,
        job.next ?? null,
        job.state,
        job.detail ?? null,
        job.createdAt,
      )
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
