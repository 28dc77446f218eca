import type { IndexStatus } from '#shared/schema/indexer.ts'

/** Returns the status of an index that cannot be used. */
export function unavailableIndexStatus(detail: string): IndexStatus {
  return {
    mode: 'off',
    state: 'stopped',
    detail,
    coverage: [],
    behind: null,
    rate: { blocks: 0, transactions: 0 },
    disk: { index_bytes: 0, wal_bytes: 0, archive_bytes: 0, limit_bytes: null, free_bytes: null },
    detection: { pending: 0, rechecks: 0, waiting: 0, detail: null },
    classification: { pending: 0, detail: null, again: { done: 0, total: 0, changed: 0 } },
    integrity: null,
    jobs: [],
  }
}
