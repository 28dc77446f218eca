import { describe, expect, test } from 'vitest'
import { basicRows, classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import { flatRow } from '../../../src-main/indexer/actions/rowJson.ts'
import { readTraceJson } from '../../../src-main/indexer/actions/traceJson.ts'
import { hasShared, NEEDS_SHARED } from '../sharedData.ts'
import {
  differences,
  expectationFaults,
  isSpurious,
  type JsonRecord,
  recordedTraces,
} from './recordedTraces.ts'

/** Columns of our rows that the recorded rows do not have. */
const UNRECORDED = ['trace_external_hash_norm']
/** Fields of a basic row that are not recorded. */
const UNRECORDED_BASIC = [...UNRECORDED, 'ton_transfer_data', 'value_extra_currencies', 'ancestor_type']

describe.skipIf(!hasShared)(`recorded traces (${NEEDS_SHARED})`, () => {
  const traces = recordedTraces()

  for (const { name, json, reference_output, cases } of traces) {
    test(`${name}: rows equal the reference's`, () => {
      const { rows, state } = classified(json)
      expect(state).toBe(reference_output.state)
      const expected = reference_output.actions.map(({ row }) => row).filter((row) => !isSpurious(row))
      expect(rowDifferences(rows, expected, UNRECORDED)).toEqual([])
    })

    for (const { name: caseName, expected_actions, mutation } of cases) {
      test(`${name}: ${caseName}`, () => {
        const { rows } = classified(mutation === undefined ? json : withoutBody(json))
        expect(expected_actions.flatMap((expected) => expectationFaults(expected, rows))).toEqual([])
      })
    }

    test(`${name}: rows of single messages equal the reference's`, () => {
      const [read] = readTraceJson(json)
      if (!read) throw new Error('no trace')
      const rows = basicRows(read.trace).map((row) => flatRow(row) as JsonRecord)
      const expected = reference_output.basic_rows.filter((row) => !isSpurious(row))
      expect(rowDifferences(rows, expected, UNRECORDED_BASIC)).toEqual([])
    })
  }
})

function classified(json: JsonRecord) {
  const [read] = readTraceJson(json)
  if (!read) throw new Error('no trace')
  const { state, rows } = classifyTrace(read.trace, read.facts)
  return { state, rows: rows.map((row) => flatRow(row) as JsonRecord) }
}

/** The only mutation that is recorded: the body of the only message is empty. */
function withoutBody(json: JsonRecord): JsonRecord {
  const copy = structuredClone(json) as { transactions: [{ in_msg: { message_content: { body: string } } }] }
  copy.transactions[0].in_msg.message_content.body = ''
  return copy as unknown as JsonRecord
}

function rowDifferences(
  actual: readonly JsonRecord[],
  expected: readonly JsonRecord[],
  unrecorded: readonly string[],
): string[] {
  const byId = new Map(actual.map((row) => [row.action_id, row]))
  const found = expected.flatMap((row) => {
    const own = byId.get(row.action_id ?? null)
    if (!own) return [`missing: ${row.type} ${row.action_id}`]
    byId.delete(own.action_id ?? null)
    return differences('', recordedPart(own, unrecorded), recordedPart(row, unrecorded)).map(
      (line) => `${row.type}: ${line}`,
    )
  })
  return [...found, ...[...byId.values()].map((row) => `not recorded: ${row.type} ${row.action_id}`)]
}

/** The recorded rows leave out empty fields. */
function recordedPart(row: JsonRecord, unrecorded: readonly string[]): JsonRecord {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => !unrecorded.includes(column) && !isEmpty(value)),
  )
}
