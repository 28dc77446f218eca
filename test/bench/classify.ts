import { classifyTrace } from '../../src-main/indexer/actions/classify.ts'
import { readTraceJson } from '../../src-main/indexer/actions/traceJson.ts'
import { recordedTraces } from '../conformance/traces/recordedTraces.ts'

const WARM_UP_ROUNDS = 5
const ROUNDS = 20

/** Classifies the recorded traces over and over, in one thread: traces, transactions and actions a second. */
export async function benchClassify(): Promise<readonly object[]> {
  const traces = recordedTraces().flatMap(({ json }) => readTraceJson(json))
  if (traces.length === 0) return [{ skipped: 'the recorded traces are absent' }]
  const transactions = traces.reduce((sum, { trace }) => sum + trace.transactions.length, 0)
  let actions = 0
  const round = () => {
    for (const { trace, facts } of traces) actions += classifyTrace(trace, facts).rows.length
  }
  for (let i = 0; i < WARM_UP_ROUNDS; i++) round()
  actions = 0
  const begun = performance.now()
  for (let i = 0; i < ROUNDS; i++) round()
  const seconds = (performance.now() - begun) / 1000
  const perSecond = (count: number) => Math.round((count * ROUNDS) / seconds)
  return [
    {
      traces: traces.length,
      rounds: ROUNDS,
      traces_per_second: perSecond(traces.length),
      transactions_per_second: perSecond(transactions),
      actions_per_second: Math.round(actions / seconds),
    },
  ]
}
