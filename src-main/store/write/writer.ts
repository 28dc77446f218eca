import type { BlockIdExt } from '../../chain/blockId.ts'
import type { Segments } from '../archive/segments.ts'
import type { ClassifiedBatch, Reclassification } from '../classifiedTraces.ts'
import type { DetectionBatch } from '../detectedTokens.ts'
import type { SeqnoRange, Written } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { unpackHistory, unpackMcBlock } from '../unpackParsed.ts'
import { createRowWriters } from './rowWriters.ts'
import { correctSystemTraces } from './systemTraces.ts'
import { writeMcBlock, writeParsedHistory } from './writeParsed.ts'

/** Writes facts as rows. It owns the writing connection. */
export type Writer = {
  coverage(): readonly SeqnoRange[]
  /**
   * Writes masterchain blocks, each in the form of packMcBlock, in one transaction, and calls `onWritten` for each
   * after the commit. If a block cannot be written, throws after the blocks before it are committed.
   */
  writeBlocks(packed: readonly Uint8Array[], onWritten?: (written: Written) => void): void
  /** Writes the result of packHistory in one transaction. */
  writeHistory(packed: Uint8Array): Written
  /** Writes results of detection in one transaction and removes their accounts from the queue. */
  writeDetected(batch: DetectionBatch): void
  /** See Rechecks.queueNext. */
  queueRechecks(limit: number): boolean
  /** Writes actions of traces in one transaction and removes their traces from the queue. */
  writeActions(batch: ClassifiedBatch): void
  /** Queues up to `limit` traces that must be classified again; returns whether there are more. */
  queueTraces(limit: number): boolean
  /** Starts to classify all traces again, unless a pass with these rules was started before and `forced` is false. */
  reclassify(pass: { readonly rules: number; readonly forced: boolean }): Reclassification
  reclassification(): Reclassification
  /** See ArchivedRows.replace. */
  restoreBlock(block: { readonly id: BlockIdExt; readonly file: Uint8Array }): boolean
}

/**
 * Creates the writer of a connection.
 * @param archive the archive of block files; blocks are not kept without it
 */
export function createWriter(connection: Connection, archive?: Segments): Writer {
  const rows = createRowWriters(connection, archive)

  /** Runs `work` in a transaction. If it fails, clears all caches that can contain rolled back rows. */
  function restoring<T>(work: () => T, newestSeqno = 0): T {
    const end = archive?.end()
    try {
      return connection
        .transaction(() => {
          const done = work()
          rows.traces.flush(newestSeqno)
          // Before the commit: its rows must not refer to blocks that are not durable.
          archive?.sync()
          return done
        })
        .immediate()
    } catch (error) {
      if (end) archive?.rollback(end)
      const { accounts, cells, messages, traces, coverage, queue, claims } = rows
      for (const cached of [accounts, cells, messages, traces, coverage, queue, claims]) cached.reset()
      throw error
    }
  }

  function writeBlocks(packed: readonly Uint8Array[], onWritten?: (written: Written) => void): void {
    const done: Written[] = []
    try {
      const newestSeqno = rows.coverage.ranges().at(-1)?.last ?? 0
      restoring(() => {
        for (const one of packed) done.push(writeMcBlock(rows, unpackMcBlock(one)))
        rows.queue.flush(newestSeqno)
      }, newestSeqno)
    } catch (error) {
      // If the commit failed, all blocks were processed; fewer can still fit on the disk.
      const good = Math.min(done.length, packed.length - 1)
      if (good > 0) writeBlocks(packed.slice(0, good), onWritten)
      throw error
    }
    for (const written of done) onWritten?.(written)
  }

  restoring(() => correctSystemTraces(connection, rows.traces), rows.coverage.ranges().at(-1)?.last)

  return {
    coverage: () => rows.coverage.ranges(),
    writeBlocks,
    writeHistory(packed) {
      const facts = unpackHistory(packed)
      return restoring(() => writeParsedHistory(rows, facts))
    },
    writeDetected: (batch) => restoring(() => rows.tokens.write(batch)),
    queueRechecks: (limit) => restoring(() => rows.rechecks.queueNext(limit)),
    writeActions: (batch) => restoring(() => rows.actions.write(batch)),
    queueTraces: (limit) => restoring(() => rows.classification.queueNext(limit)),
    reclassify: ({ rules, forced }) =>
      restoring(() => {
        const { classification } = rows
        if (forced || classification.rules() !== rules) classification.beginAgain(rules)
        return classification.reclassification()
      }),
    reclassification: () => rows.classification.reclassification(),
    restoreBlock: ({ id, file }) => restoring(() => rows.archived.replace(id, file)),
  }
}
