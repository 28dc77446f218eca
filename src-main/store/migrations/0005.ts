import { PRIORITY } from '../detectedTokens.ts'
import type { ColumnTypes } from '../dialect.ts'

/**
 * Adds classified actions (compatibility-v3 §11). Accounts, transactions and traces are stored as their numbers;
 * `fields` is packed (packing/actionFields.ts). Rows of a trace are replaced together.
 */
export const migration0005 = ({ bytes, int, text, plain, clustered }: ColumnTypes): readonly string[] => [
  // An index of CLASSIFICATION_STATES.
  `ALTER TABLE traces ADD COLUMN classification ${int} NOT NULL DEFAULT 0`,
  // Lists of actions are incomplete if a trace of theirs lacks its beginning.
  'CREATE INDEX traces_broken ON traces (end_lt) WHERE state = 2',

  // Names of fields in packed actions.
  `CREATE TABLE action_words (id ${int} PRIMARY KEY, word ${text} NOT NULL)${plain}`,
  // A type with the types of all actions that contain it as a JSON list: together they determine which clients get
  // it.
  `CREATE TABLE action_kinds (id ${int} PRIMARY KEY, type ${text} NOT NULL, ancestors ${text} NOT NULL)${plain}`,

  // parent: the action that contains it. parties: numbers of accounts, eight bytes each; the first `accounts` of them
  // take part in the action, the others only occur in fields. transactions: packed numbers.
  `CREATE TABLE actions (
    id ${int} PRIMARY KEY, trace ${int} NOT NULL, action_id ${bytes} NOT NULL, kind ${int} NOT NULL, parent ${int},
    start_lt ${int} NOT NULL, end_lt ${int} NOT NULL, start_utime ${int} NOT NULL, end_utime ${int} NOT NULL,
    trace_end_lt ${int} NOT NULL, trace_end_utime ${int} NOT NULL, success ${int} NOT NULL,
    transactions ${bytes} NOT NULL, accounts ${int} NOT NULL, parties ${bytes} NOT NULL, fields ${bytes} NOT NULL
  )${plain}`,
  'CREATE INDEX actions_by_trace ON actions (trace)',
  // The first bytes are selective enough.
  'CREATE INDEX actions_by_action_id ON actions (substr(action_id, 1, 8))',
  'CREATE INDEX actions_by_lt ON actions (trace_end_lt, kind)',
  'CREATE INDEX actions_by_utime ON actions (trace_end_utime, kind)',
  'CREATE INDEX actions_by_kind ON actions (kind, trace_end_lt)',
  'CREATE INDEX actions_by_kind_utime ON actions (kind, trace_end_utime)',
  `CREATE TABLE action_accounts (
    account ${int} NOT NULL, trace_end_lt ${int} NOT NULL, action ${int} NOT NULL, trace_end_utime ${int} NOT NULL,
    kind ${int} NOT NULL, PRIMARY KEY (account, trace_end_lt, action)
  )${clustered}`,
  'CREATE INDEX action_accounts_by_utime ON action_accounts (account, trace_end_utime, kind)',

  // Finished traces to classify; version counts how often a trace was queued.
  `CREATE TABLE classification_queue (
    trace ${int} PRIMARY KEY, priority ${int} NOT NULL, mc_seqno ${int} NOT NULL, version ${int} NOT NULL
  )${plain}`,
  'CREATE INDEX classification_queue_next ON classification_queue (priority, mc_seqno)',
  // Contracts with a new or changed result of detection, with the last of their traces that is queued.
  `CREATE TABLE classification_rechecks (
    account ${int} PRIMARY KEY, last_lt ${int} NOT NULL, last_trace ${int} NOT NULL
  )${plain}`,
  // Facts that contracts change, with the values with which a trace was classified.
  `CREATE TABLE action_facts (trace ${int} PRIMARY KEY, facts ${text} NOT NULL)${plain}`,
  // The only pass over all traces: those after `next` up to `last` must still be queued.
  `CREATE TABLE reclassification (
    id ${int} PRIMARY KEY, rules ${int} NOT NULL, next ${int} NOT NULL, last ${int} NOT NULL,
    changed ${int} NOT NULL
  )${plain}`,

  // Traces of an older index come after those of new blocks.
  `INSERT INTO classification_queue (trace, priority, mc_seqno, version)
    SELECT id, ${PRIORITY.backfill}, mc_seqno_end, 1 FROM traces WHERE pending = 0 AND state = 1`,
]
