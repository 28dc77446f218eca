import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answerQuery } from '../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../src-main/api/v3/render/contractNames.ts'
import { indexFacts } from '../unit/store/queries/sampleIndex.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'
import { factsOf, type Recorded } from './v3RecordedFacts.ts'

/** Traces as toncenter served them, written to the index as facts and requested again. */

const OPTIONS = { addressBook: true, metadata: true, testOnly: false, offline: true, head: 0 }

function serve(transactions: readonly Recorded[], traceId: string): Recorded {
  const index = indexFacts(factsOf(transactions))
  try {
    const values = {
      trace_id: [Buffer.from(traceId, 'base64')],
      include_actions: false,
      limit: 10,
      offset: 0,
      sort: 'desc',
    }
    const answer = answerQuery(index.reader, createContractNames(), {
      operation: 'traces',
      values,
      options: OPTIONS,
    })
    if (answer.kind !== 'json') throw new Error(`the trace is ${answer.kind}`)
    return JSON.parse(Buffer.from(answer.json).toString()).traces[0]
  } finally {
    index.remove()
  }
}

type Difference = { readonly path: string; readonly recorded: Recorded; readonly served: Recorded }

/** Every recorded field that is served otherwise; hashes that are keys are left out of the paths. */
function differences(recorded: Recorded, served: Recorded, path = ''): Difference[] {
  const other = [{ path, recorded, served }]
  if (Array.isArray(recorded)) {
    if (!Array.isArray(served) || served.length !== recorded.length) return other
    return recorded.flatMap((one, i) => differences(one, served[i], `${path}[]`))
  }
  if (recorded !== null && typeof recorded === 'object') {
    if (served === null || typeof served !== 'object' || isOldDecoding(recorded)) return other
    return Object.entries(recorded).flatMap(([name, value]) =>
      differences(value, served[name], `${path}.${/^[A-Za-z0-9+/]{43}=$/.test(name) ? '*' : name}`),
    )
  }
  return recorded === served ? [] : other
}

/** Before `@type` there was `{type, data}`. */
function isOldDecoding(value: Recorded): boolean {
  return 'data' in value && 'type' in value && Object.keys(value).length === 2
}

/** Reasons why recordings differ from our answers, with the fields that each one explains. */
const REASONS: Readonly<Record<string, (difference: Difference) => boolean>> = {
  'actions are not derived yet': ({ path, served }) =>
    path === '.actions' || (path === '.trace_info.classification_state' && served === 'unclassified'),
  'the corpus does not tell none from no extra currencies': ({ path, recorded, served }) =>
    path.endsWith('.value_extra_currencies') &&
    [recorded, served].every((value) => value === null || Object.keys(value).length === 0),
  'the index has the trace alone: of the state before it only the hash': ({ path, served }) =>
    /^\.transactions\.\*\.account_state_before\.\w+$/.test(path) && served === null,
  'older servers wrote an empty credit phase where there is none': ({ path, recorded }) =>
    path.endsWith('.description.credit_ph') && Object.keys(recorded).length === 0,
  'older servers wrote an empty name for an opcode without one': ({ path, recorded, served }) =>
    path.endsWith('.decoded_opcode') && recorded === '' && served === null,
  'older servers knew fewer bodies, and wrote them in another form': ({ path, recorded }) =>
    path.endsWith('.message_content.decoded') && (recorded === null || isOldDecoding(recorded)),
  'of this message the recording has no form of its own hash': ({ path, recorded }) =>
    path.endsWith('.hash_norm') && recorded === undefined,
}

function unexplained(recorded: Recorded, served: Recorded): string[] {
  return differences(recorded, served)
    .filter((difference) => !Object.values(REASONS).some((explains) => explains(difference)))
    .map(
      ({ path, recorded, served }) =>
        `${path}: ${JSON.stringify(recorded)} is served as ${JSON.stringify(served)}`,
    )
}

function recordings(folder: string): { name: string; read(): Recorded }[] {
  const dir = join(SHARED, folder)
  return readdirSync(dir)
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .map((name) => ({
      name,
      read() {
        const bytes = readFileSync(join(dir, name))
        return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
      },
    }))
}

const ANSWERS = ['fixtures/toncenter-v3-traces-kit', 'fixtures/toncenter-v3-traces-mytonwallet']

describe.skipIf(!hasShared)(`recorded traces are served as toncenter served them (${NEEDS_SHARED})`, () => {
  const answers = hasShared ? ANSWERS.flatMap(recordings) : []
  const given = hasShared ? recordings('traces/given') : []

  test.each(answers)('the answers in $name', ({ read }) => {
    for (const trace of read().traces ?? []) {
      const transactions: Recorded[] = Object.values(trace.transactions)
      // Emulated ones were in no block.
      if (transactions.some(({ emulated }) => emulated)) continue
      expect(unexplained(trace, serve(transactions, trace.trace_id))).toEqual([])
    }
  })

  test.each(given)('the trace in $name', ({ read }) => {
    const { trace, trace_id, external_hash, transactions } = read()
    const whole = transactions.map(
      ({ account_state_hash_before, account_state_hash_after, ...transaction }: Recorded) => ({
        ...transaction,
        // The corpus has them in any order; the API by lt (compatibility-v3 §4.4).
        out_msgs: transaction.out_msgs.toSorted((a: Recorded, b: Recorded) =>
          BigInt(a.created_lt) < BigInt(b.created_lt) ? -1 : 1,
        ),
        account_state_before: { hash: account_state_hash_before },
        account_state_after: { hash: account_state_hash_after },
      }),
    )
    const recorded = {
      ...trace,
      trace_id,
      external_hash,
      mc_seqno_start: String(trace.mc_seqno_start),
      mc_seqno_end: String(trace.mc_seqno_end),
      transactions: Object.fromEntries(whole.map((one: Recorded) => [one.hash, one])),
    }
    expect(unexplained(recorded, serve(transactions, trace_id))).toEqual([])
  })

  test('are all that are given', () => {
    expect([answers.length, given.length]).toEqual([30, 78])
  })
})
