import { describe, expect, it } from 'vitest'
import { tracesToClassify } from '../../../src-main/indexer/actions/classificationRows.ts'
import {
  AGAIN_PRIORITY,
  type ClassifiedTrace,
  type PackedAction,
} from '../../../src-main/store/classifiedTraces.ts'
import { PRIORITY } from '../../../src-main/store/detectedTokens.ts'
import { packFields } from '../../../src-main/store/packing/actionFields.ts'
import { packNumbers } from '../../../src-main/store/packing/numbers.ts'
import { packMcBlock } from '../../../src-main/store/packParsed.ts'
import { findUnclassified } from '../../../src-main/store/queries/classificationBacklog.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { createClassificationQueue } from '../../../src-main/store/write/classificationQueue.ts'
import { accountAddress, generatedChain, hashOf } from '../../fixtures/store/generatedChain.ts'
import { type TestWriter, withWriter } from '../../fixtures/store/openWriter.ts'

const CHAIN = [...generatedChain({ seed: 3, blocks: 8, externals: 3, accounts: 30 })]
const EMPTY = packFields({}, { word: () => 1, party: () => undefined })

function anAction(name: string, { amount = 0 } = {}): PackedAction {
  const fields = amount === 0 ? EMPTY : packFields({ amount }, { word: () => 1, party: () => undefined })
  return {
    actionId: hashOf(name),
    kind: 1,
    parent: undefined,
    startLt: 1n,
    endLt: 2n,
    startUtime: 1,
    endUtime: 2,
    success: true,
    transactions: packNumbers([1]),
    accounts: 2,
    parties: Buffer.concat([accountAddress(1), accountAddress(2), accountAddress(3)]),
    fields,
  }
}

type Queued = { trace: number; priority: number; version: number; nodes: number }

function queueOf({ connection }: TestWriter): Queued[] {
  return connection
    .prepare<[], Queued>(
      `SELECT q.trace, q.priority, q.version, tr.nodes FROM classification_queue q
      JOIN traces tr ON tr.id = q.trace ORDER BY q.trace`,
    )
    .all()
}

function classified(
  { trace, priority, version, nodes }: Queued,
  actions: readonly PackedAction[],
): ClassifiedTrace {
  return { trace, transactions: nodes, queued: { priority, version }, state: 'ok', facts: undefined, actions }
}

const write = ({ writer }: TestWriter, ...traces: readonly ClassifiedTrace[]) =>
  writer.writeActions({
    traces,
    words: [{ id: 1, word: 'amount' }],
    kinds: [{ id: 1, type: 'ton_transfer', ancestors: [] }],
  })

function countsOf({ connection }: TestWriter) {
  const count = (table: string) =>
    connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() as number
  return { actions: count('actions'), listed: count('action_accounts') }
}

const classificationOf = ({ connection }: TestWriter, trace: number) =>
  connection.prepare<[number], number>('SELECT classification FROM traces WHERE id = ?').pluck().get(trace)

/** An index of the first blocks, and one of its finished traces. */
function indexed(work: (index: TestWriter, first: Queued) => void): void {
  withWriter((index) => {
    for (const block of CHAIN) index.writer.writeBlocks([packMcBlock(block)])
    const [first] = queueOf(index)
    if (!first) throw new Error('no trace is finished')
    work(index, first)
  })
}

describe('the classification queue', () => {
  it('contains every finished trace with a known beginning, and no other', () => {
    indexed((index) => {
      const finished = index.connection
        .prepare<[], number>('SELECT id FROM traces WHERE pending = 0 AND state = 1 ORDER BY id')
        .pluck()
        .all()
      expect(queueOf(index).map(({ trace }) => trace)).toEqual(finished)
      expect(finished.length).toBeGreaterThan(3)
    })
  })

  it('loses a trace when its actions are written, unless it was queued again since', () => {
    indexed((index, first) => {
      const [, second] = queueOf(index) as [Queued, Queued]
      index.connection
        .prepare('UPDATE classification_queue SET version = 2 WHERE trace = ?')
        .run(second.trace)
      write(index, classified(first, [anAction('a')]), classified(second, [anAction('b')]))
      const left = queueOf(index).map(({ trace }) => trace)
      expect(left).not.toContain(first.trace)
      expect(left).toContain(second.trace)
      expect(countsOf(index)).toEqual({ actions: 2, listed: 4 })
      expect(classificationOf(index, first.trace)).toBe(2)
    })
  })
})

describe('traces whose contract has changed', () => {
  it('are classified for a request before the writer has queued them', () => {
    indexed((index, first) => {
      for (const queued of queueOf(index)) write(index, classified(queued, [anAction(`${queued.trace}`)]))
      const { connection } = index
      const reader = readerOf(connection)
      const trace = BigInt(first.trace)
      expect(findUnclassified(reader, [trace])).toEqual([])
      const account = connection
        .prepare<[number], bigint>('SELECT account FROM trace_accounts WHERE trace = ? LIMIT 1')
        .pluck()
        .safeIntegers()
        .get(first.trace)
      createClassificationQueue(connection).contractChanged(account ?? 0n)
      const unclassified = findUnclassified(reader, [trace])
      expect(unclassified).toHaveLength(1)
      const transactions = unclassified.map(({ transaction }) => transaction)
      expect(tracesToClassify(reader, transactions)).toEqual([{ trace, queued: undefined }])
      index.writer.queueTraces(100)
      expect(queueOf(index).map((row) => row.trace)).toContain(first.trace)
      const queued = { priority: PRIORITY.backfill, version: 1 }
      expect(tracesToClassify(reader, transactions)).toEqual([{ trace, queued }])
    })
  })
})

describe('actions of a trace', () => {
  it('are replaced together, and left unchanged if they are the same', () => {
    indexed((index, first) => {
      write(index, classified(first, [anAction('a'), anAction('b')]))
      const ids = () => index.connection.prepare<[], number>('SELECT id FROM actions').pluck().all()
      const before = ids()
      write(index, classified(first, [anAction('a'), anAction('b')]))
      expect(ids()).toEqual(before)
      write(index, classified(first, [anAction('c')]))
      expect(countsOf(index)).toEqual({ actions: 1, listed: 2 })
    })
  })

  it('are not written for a trace that has grown since it was read', () => {
    indexed((index, first) => {
      write(index, { ...classified(first, [anAction('a')]), transactions: first.nodes - 1 })
      expect(countsOf(index)).toEqual({ actions: 0, listed: 0 })
      expect(queueOf(index)).toContainEqual(first)
    })
  })

  it('are removed with a trace that turns out to be the end of another one', () => {
    withWriter((index) => {
      // The last block first: its traces are broken, or end in it.
      const [last, ...others] = CHAIN.toReversed()
      if (last) index.writer.writeBlocks([packMcBlock(last)])
      const traces = new Set<number>()
      for (const block of others) {
        for (const queued of queueOf(index)) {
          write(index, classified(queued, [anAction(`${queued.trace}`)]))
          traces.add(queued.trace)
        }
        index.writer.writeBlocks([packMcBlock(block)])
        const orphans = `SELECT count(*) FROM actions WHERE trace NOT IN
          (SELECT id FROM traces WHERE pending = 0 AND state = 1)`
        expect(index.connection.prepare(orphans).pluck().get()).toBe(0)
        const unlisted = 'SELECT count(*) FROM action_accounts WHERE action NOT IN (SELECT id FROM actions)'
        expect(index.connection.prepare(unlisted).pluck().get()).toBe(0)
        const stale = `SELECT count(*) FROM traces WHERE classification = 0 AND pending = 0 AND state = 1
          AND id NOT IN (SELECT trace FROM classification_queue)`
        expect(index.connection.prepare(stale).pluck().get()).toBe(0)
      }
      expect(traces.size).toBeGreaterThan(3)
    })
  })
})

describe('a pass over all traces', () => {
  it('queues each trace once, step by step, and counts changed actions', () => {
    indexed((index, first) => {
      for (const queued of queueOf(index)) write(index, classified(queued, [anAction(`${queued.trace}`)]))
      const { writer } = index
      const { total } = writer.reclassify({ rules: 7, forced: false })
      expect(writer.reclassify({ rules: 7, forced: false })).toEqual({ done: 0, total, changed: 0 })
      const seen: number[] = []
      for (let isMore = true; isMore; ) {
        isMore = writer.queueTraces(2)
        const queue = queueOf(index)
        expect(queue.length).toBeLessThanOrEqual(2)
        for (const queued of queue) {
          expect(queued.priority).toBe(AGAIN_PRIORITY)
          seen.push(queued.trace)
          const amount = queued.trace === first.trace ? 5 : 0
          write(index, classified(queued, [anAction(`${queued.trace}`, { amount })]))
        }
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(writer.reclassification()).toEqual({ done: total, total, changed: 1 })
      expect(writer.reclassify({ rules: 7, forced: true })).toEqual({ done: 0, total, changed: 0 })
    })
  })
})
