import type { Segments } from '../archive/segments.ts'
import type { ClassifiedBatch, Reclassification } from '../classifiedTraces.ts'
import type { DetectionBatch } from '../detectedTokens.ts'
import type { SeqnoRange, Written } from '../indexStore.ts'
import { StoreError } from '../indexStore.ts'
import type {
  AccountHistory,
  ParsedAccountState,
  ParsedBlock,
  ParsedHistory,
  ParsedMcBlock,
  ParsedTransaction,
} from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { unpackHistory, unpackMcBlock } from '../unpackParsed.ts'
import { createAccountRows } from './accounts.ts'
import { createActionRows } from './actions.ts'
import { createArchivedRows } from './archived.ts'
import { createBlockRows } from './blocks.ts'
import { createCellRows } from './cells.ts'
import { createClassificationQueue } from './classificationQueue.ts'
import { createCoverageRows } from './coverage.ts'
import { createDetectionQueue } from './detectionQueue.ts'
import { createExtraCurrencies } from './extraCurrencies.ts'
import { createHistoryRows } from './history.ts'
import { createMessageRows } from './messages.ts'
import { createRechecks } from './rechecks.ts'
import { createStateRows } from './states.ts'
import { createTokenRows } from './tokens.ts'
import { createTraceAssembler } from './traceAssembler.ts'
import { createTraceRows } from './traceRows.ts'
import { createTransactionRows } from './transactions.ts'

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
  /** Queues up to `limit` accounts whose counterpart has changed; returns whether there are more. */
  queueRechecks(limit: number): boolean
  /** Writes actions of traces in one transaction and removes their traces from the queue. */
  writeActions(batch: ClassifiedBatch): void
  /** Queues up to `limit` traces that must be classified again; returns whether there are more. */
  queueTraces(limit: number): boolean
  /** Starts to classify all traces again, unless a pass with these rules was started before and `forced` is false. */
  reclassify(pass: { readonly rules: number; readonly forced: boolean }): Reclassification
  reclassification(): Reclassification
}

type Found = {
  readonly transaction: ParsedTransaction
  readonly block: number
  readonly after: ParsedAccountState | undefined
}

/**
 * Creates the writer of a connection.
 * @param archive the archive of block files; blocks are not kept without it
 */
export function createWriter(connection: Connection, archive?: Segments): Writer {
  const accounts = createAccountRows(connection)
  const cells = createCellRows(connection)
  const blocks = createBlockRows(connection)
  const messages = createMessageRows(connection, accounts, cells)
  const classification = createClassificationQueue(connection)
  const actions = createActionRows(connection, accounts, classification)
  const traces = createTraceAssembler(createTraceRows(connection, actions, classification))
  const queue = createDetectionQueue(connection)
  const transactions = createTransactionRows(connection, accounts, cells, messages, traces, queue)
  const states = createStateRows(connection, accounts, cells, queue)
  const tokens = createTokenRows(connection, accounts, cells, queue, classification)
  const rechecks = createRechecks(connection)
  const extras = createExtraCurrencies(connection, accounts)
  const histories = createHistoryRows(connection, accounts)
  const archived = createArchivedRows(connection, archive)
  const coverage = createCoverageRows(connection)

  function writeMcBlock(facts: ParsedMcBlock): Written {
    const mcBlock = facts.blocks[0]
    if (mcBlock?.id.workchain !== -1)
      throw new StoreError('failed', 'the first block is no masterchain block')
    const mcSeqno = mcBlock.id.seqno
    const found: Found[] = []
    for (const block of facts.blocks) {
      const row = blocks.write(block, mcSeqno)
      archived.write(row.id, block)
      if (row.wasThere) continue
      const after = new Map<string, ParsedAccountState>()
      const shown = block.states.map(extras.completed)
      for (const state of shown) after.set(state.lastTransHash.toString('latin1'), state)
      for (const transaction of block.transactions) {
        found.push({ transaction, block: row.id, after: after.get(transaction.hash.toString('latin1')) })
      }
      writeStates({ ...block, states: shown }, mcSeqno)
    }
    // Transactions are written before those that they cause, so that few traces must be joined.
    found.sort((a, b) => byLt(a.transaction, b.transaction))
    let written = 0
    for (const { transaction, block, after } of found) {
      if (transactions.write(transaction, block, mcSeqno, after)) written++
    }
    blocks.writeTops(mcSeqno, facts.shardTops)
    coverage.mark(mcSeqno)
    return {
      mcSeqno,
      transactions: written,
      coverage: coverage.ranges(),
      externals: facts.blocks.flatMap((block) => externalsOf(block.transactions)),
    }
  }

  function writeStates({ header, states: shown, transactions: all }: ParsedBlock, mcSeqno: number): void {
    for (const state of shown) states.write(state, header.genUtime, mcSeqno)
    const ended = all.filter(({ endStatus }) => endStatus === 'nonexist')
    if (ended.length === 0) return
    const existing = new Set(shown.map(({ account }) => account.toString('latin1')))
    for (const transaction of ended) {
      if (!existing.has(transaction.account.toString('latin1')))
        states.writeGone(transaction, header.genUtime, mcSeqno)
    }
  }

  function writeParsedHistory(facts: ParsedHistory): Written {
    let written = 0
    for (const transaction of facts.transactions.toSorted(byLt)) {
      const { block, mcSeqno } = transaction
      if (transactions.write(transaction, blocks.rowOf(block, mcSeqno), mcSeqno, undefined)) written++
    }
    for (const state of facts.states) states.write(state, state.utime, state.mcSeqno)
    for (const history of facts.histories) {
      histories.write(history)
      if (history.newestLt === 0n && history.searchedSeqno > 0) writeEnd(history, facts.transactions)
      queue.stateRead(accounts.idOf(history.account))
    }
    queue.flush(0)
    return {
      mcSeqno: undefined,
      transactions: written,
      coverage: coverage.ranges(),
      externals: externalsOf(facts.transactions),
    }
  }

  /** Writes the state of an account that does not exist, if one of these transactions deleted it. */
  function writeEnd({ account }: AccountHistory, all: ParsedHistory['transactions']): void {
    const newest = all
      .filter((one) => one.account.equals(account))
      .toSorted(byLt)
      .at(-1)
    if (newest?.endStatus === 'nonexist') states.writeGone(newest, newest.now, newest.mcSeqno)
  }

  /** Runs `work` in a transaction. If it fails, clears all caches that can contain rolled back rows. */
  function restoring<T>(work: () => T, newestSeqno = 0): T {
    const end = archive?.end()
    try {
      return connection
        .transaction(() => {
          const done = work()
          traces.flush(newestSeqno)
          // Before the commit: its rows must not refer to blocks that are not durable.
          archive?.sync()
          return done
        })
        .immediate()
    } catch (error) {
      if (end) archive?.rollback(end)
      for (const rows of [accounts, cells, messages, traces, coverage, queue]) rows.reset()
      throw error
    }
  }

  function writeBlocks(packed: readonly Uint8Array[], onWritten?: (written: Written) => void): void {
    const done: Written[] = []
    try {
      const newestSeqno = coverage.ranges().at(-1)?.last ?? 0
      restoring(() => {
        for (const one of packed) done.push(writeMcBlock(unpackMcBlock(one)))
        queue.flush(newestSeqno)
      }, newestSeqno)
    } catch (error) {
      // If the commit failed, all blocks were processed; fewer can still fit on the disk.
      const good = Math.min(done.length, packed.length - 1)
      if (good > 0) writeBlocks(packed.slice(0, good), onWritten)
      throw error
    }
    for (const written of done) onWritten?.(written)
  }

  return {
    coverage: () => coverage.ranges(),
    writeBlocks,
    writeHistory(packed) {
      const facts = unpackHistory(packed)
      return restoring(() => writeParsedHistory(facts))
    },
    writeDetected: (batch) => restoring(() => tokens.write(batch)),
    queueRechecks: (limit) => restoring(() => rechecks.queueNext(limit)),
    writeActions: (batch) => restoring(() => actions.write(batch)),
    queueTraces: (limit) => restoring(() => classification.queueNext(limit)),
    reclassify: ({ rules, forced }) =>
      restoring(() => {
        if (forced || classification.rules() !== rules) classification.beginAgain(rules)
        return classification.reclassification()
      }),
    reclassification: () => classification.reclassification(),
  }
}

/** Returns the normalized hashes of the external messages. */
function externalsOf(transactions: readonly ParsedTransaction[]): Buffer[] {
  return transactions.flatMap(({ inMsg }) =>
    inMsg?.kind === 'external-in' ? [inMsg.hashNorm ?? inMsg.hash] : [],
  )
}

function byLt(a: ParsedTransaction, b: ParsedTransaction): number {
  return a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0
}
