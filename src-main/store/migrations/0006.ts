import type { ColumnTypes } from '../dialect.ts'

/** Key of `meta`: the writer must correct traces of an older index when it opens (write/systemTraces.ts). */
export const UNCORRECTED_TRACES = 'uncorrected_traces'

/** Marks the traces of an older index, in which every message from the system address began a trace. */
export const migration0006 = (_types: ColumnTypes): readonly string[] => [
  `INSERT INTO meta (key, value)
    SELECT '${UNCORRECTED_TRACES}', '1' WHERE EXISTS (SELECT 1 FROM transactions) ON CONFLICT DO NOTHING`,
]
