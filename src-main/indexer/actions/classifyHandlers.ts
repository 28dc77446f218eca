import type { ClassifiedBatch, ClassifiedTrace } from '../../store/classifiedTraces.ts'
import { StoreError } from '../../store/indexStore.ts'
import { openReader } from '../../store/openDatabase.ts'
import type { WaitingTrace } from '../../store/queries/classificationBacklog.ts'
import { type Reader, readerOf } from '../../store/queries/reader.ts'
import type { AnalysisOptions } from '../analysis/analysisThread.ts'
import type { HostedService, OpenService, ServiceTools } from '../analysis/serveCalls.ts'
import type { CallHandlers } from '../analysis/serviceMessages.ts'
import {
  loadRecordedFacts,
  loadTraceRecords,
  nextTraces,
  readClassificationSize,
  tracesToClassify,
} from './classificationRows.ts'
import { basicRows, classifyTrace, MAX_CLASSIFIED_TRANSACTIONS } from './classify.ts'
import { type ClassifyCalls, type ClassifyFailure, traceKey } from './classifyMessages.ts'
import { createIndexFacts } from './indexFacts.ts'
import { type ActionPacker, createActionPacker } from './packActions.ts'
import { recordFacts } from './recordedFacts.ts'
import { traceOfRecords } from './storedTrace.ts'

const NOTHING: ClassifiedBatch = { traces: [], words: [], kinds: [] }

function openClassifier({ file }: AnalysisOptions, { workOn }: ServiceTools): OpenService {
  const connection = openReader(file)
  const reader = readerOf(connection)

  function classified(waiting: WaitingTrace, packer: ActionPacker, isBasic: boolean): ClassifiedTrace {
    const { trace, queued } = waiting
    const { records, numbers, count } = loadTraceRecords(reader, trace, MAX_CLASSIFIED_TRANSACTIONS)
    const result = { trace: Number(trace), transactions: count, queued, facts: undefined, actions: [] }
    const root = rootOf(reader, trace, records)
    if (!root) return { ...result, state: 'unclassified' }
    workOn(traceKey(trace))
    const read = traceOfRecords(records, root)
    if (isBasic) return { ...result, state: 'failed', actions: packer.pack(basicRows(read), numbers) }
    const { facts, recorded } = recordFacts(createIndexFacts(reader), loadRecordedFacts(reader, trace))
    const { state, rows } = classifyTrace(read, facts)
    return { ...result, state, facts: recorded(), actions: packer.pack(rows, numbers) }
  }

  /** Classifies traces at one commit of the index, for `budgetMs` at most. */
  function classifyAll(
    find: () => readonly WaitingTrace[],
    { budgetMs = Infinity, isBasic = false } = {},
  ): ClassifiedBatch {
    const end = performance.now() + budgetMs
    const packer = createActionPacker(reader)
    const traces: ClassifiedTrace[] = []
    for (const waiting of find()) {
      traces.push(classified(waiting, packer, isBasic))
      if (performance.now() > end) break
    }
    return { traces, ...packer.added }
  }

  const handlers: CallHandlers<ClassifyCalls> = {
    batch: async ({ limit, budgetMs }) =>
      reader.snapshot(() => {
        const size = readClassificationSize(reader)
        const batch =
          size.pending === 0 ? NOTHING : classifyAll(() => nextTraces(reader, limit), { budgetMs })
        return { batch, size }
      }),
    traces: async (transactions) =>
      reader.snapshot(() => classifyAll(() => tracesToClassify(reader, transactions))),
    basic: async (trace) =>
      reader.snapshot(() =>
        classifyAll(() => [{ trace: BigInt(trace), queued: undefined }], { isBasic: true }),
      ),
  }
  return { handlers, close: () => void connection.close() }
}

type Records = ReturnType<typeof loadTraceRecords>['records']

/** Returns the first transaction in the trace's row. */
function rootOf(reader: Reader, trace: bigint, records: Records): Records[number] | undefined {
  if (records.length === 0) return undefined
  const [row] = reader.all<{ hash: Buffer }>(
    'SELECT r.hash FROM traces tr JOIN transactions r ON r.id = tr.root_tx WHERE tr.id = ?',
    [trace],
  )
  return records.find(({ hash }) => row?.hash.equals(hash))
}

function failureOf(error: unknown): ClassifyFailure {
  return error instanceof StoreError ? 'store' : 'failed'
}

/** Returns the service that classifies traces: see startClassification. */
export function classificationService(options: AnalysisOptions): HostedService {
  return { open: (tools) => openClassifier(options, tools), codeOf: failureOf }
}
