import type { ColumnTypes } from '../dialect.ts'

/**
 * Adds the contracts for whose change each account of detection_queue from the priority KEPT on waits. Rows of an older
 * index, which waited for one contract only, are inspected once more.
 */
export const migration0007 = ({ int, plain, clustered }: ColumnTypes): readonly string[] => [
  // seen_lt: the counterpart's last transaction when it did not acknowledge the account.
  `CREATE TABLE detection_claims (
    account ${int} NOT NULL, counterpart ${int} NOT NULL, seen_lt ${int} NOT NULL, PRIMARY KEY (account, counterpart)
  )${clustered}`,
  'CREATE INDEX detection_claims_by_counterpart ON detection_claims (counterpart, seen_lt)',
  // Counterparts whose code or data have changed after the seen_lt of a claim, with the last change.
  `CREATE TABLE detection_changes (counterpart ${int} PRIMARY KEY, lt ${int} NOT NULL)${plain}`,

  `INSERT INTO detection_claims (account, counterpart, seen_lt)
    SELECT account, waits_for, -1 FROM detection_queue WHERE priority >= 3 AND waits_for IS NOT NULL`,
  `INSERT INTO detection_changes (counterpart, lt) SELECT DISTINCT counterpart, 0 FROM detection_claims`,
  'UPDATE detection_queue SET priority = 3 WHERE priority > 3',
  // Those that wait for a state, without those that are kept, which can be many.
  'DROP INDEX detection_queue_waiting',
  'CREATE INDEX detection_queue_waiting ON detection_queue (waits_for) WHERE waits_for IS NOT NULL AND priority < 3',
]
