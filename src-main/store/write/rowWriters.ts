import type { Segments } from '../archive/segments.ts'
import { DNS_ROOT_PARAMETER } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import { createAccountRows } from './accounts.ts'
import { createActionRows } from './actions.ts'
import { createArchivedRows } from './archived.ts'
import { createBlockRows } from './blocks.ts'
import { createCellRows } from './cells.ts'
import { createClaims } from './claims.ts'
import { createClassificationQueue } from './classificationQueue.ts'
import { createCoverageRows } from './coverage.ts'
import { createDetectionQueue } from './detectionQueue.ts'
import { createDnsRootRow } from './dnsRootRow.ts'
import { createExtraCurrencies } from './extraCurrencies.ts'
import { createHistoryRows } from './history.ts'
import { createMessageRows } from './messages.ts'
import { createNewestLt } from './newestLt.ts'
import { createRechecks } from './rechecks.ts'
import { createStateRows } from './states.ts'
import { createTokenRows } from './tokens.ts'
import { createTraceAssembler } from './traceAssembler.ts'
import { createTraceRows } from './traceRows.ts'
import { createTransactionRows } from './transactions.ts'

/** The writers of all tables on one connection. */
export type RowWriters = ReturnType<typeof createRowWriters>

/**
 * Prepares the statements of all tables.
 * @param archive the archive of block files; blocks are not kept without it
 */
export function createRowWriters(connection: Connection, archive: Segments | undefined) {
  const accounts = createAccountRows(connection)
  const cells = createCellRows(connection)
  const messages = createMessageRows(connection, accounts, cells)
  const classification = createClassificationQueue(connection)
  const actions = createActionRows(connection, accounts, classification)
  const traces = createTraceAssembler(createTraceRows(connection, actions, classification))
  const dnsRoot = createDnsRootRow(connection, accounts.idOf)
  const newestLt = createNewestLt(connection)
  const claims = createClaims(connection, (counterpart) =>
    counterpart === DNS_ROOT_PARAMETER ? dnsRoot.keySeqno() : newestLt(counterpart),
  )
  const queue = createDetectionQueue(connection, claims)
  return {
    accounts,
    cells,
    blocks: createBlockRows(connection),
    messages,
    classification,
    actions,
    traces,
    queue,
    claims,
    transactions: createTransactionRows(connection, accounts, cells, messages, traces, queue),
    states: createStateRows(connection, accounts, cells, queue),
    tokens: createTokenRows({
      connection,
      accounts,
      cells,
      queue,
      claims,
      dnsRoot,
      newestLt,
      classification,
    }),
    rechecks: createRechecks(connection, claims),
    extras: createExtraCurrencies(connection, accounts),
    histories: createHistoryRows(connection, accounts),
    archived: createArchivedRows(connection, archive),
    coverage: createCoverageRows(connection),
  }
}
