import { LT_ALIGN } from '#shared/ton/systemMessage.ts'
import { accountId } from '../accountId.ts'
import { UNCORRECTED_TRACES } from '../migrations/0006.ts'
import type { Connection } from '../sqlite/driver.ts'
import { SYSTEM } from '../systemMessage.ts'
import type { TraceAssembler } from './traceAssembler.ts'

/** Corrects the traces of an older index (migration 0006) once, within the transaction of the caller. */
export function correctSystemTraces(connection: Connection, traces: Pick<TraceAssembler, 'correct'>): void {
  const mark = connection.prepare('DELETE FROM meta WHERE key = ?').run(UNCORRECTED_TRACES)
  if (mark.changes === 0) return
  const received = connection
    .prepare<[bigint, bigint], [receiver: number, sender: number | null]>(
      `SELECT t.id, m.out_tx FROM messages m JOIN transactions t ON t.in_msg = m.id
        WHERE m.source = ? AND m.created_lt % ? <> 0 ORDER BY m.created_lt`,
    )
    .raw()
    .all(accountId(SYSTEM), LT_ALIGN)
  for (const [receiver, sender] of received) traces.correct(receiver, sender ?? undefined)
}
