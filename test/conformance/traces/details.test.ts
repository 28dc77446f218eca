import { describe, expect, test } from 'vitest'
import { ACTION_TYPES } from '../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import { readTraceJson } from '../../../src-main/indexer/actions/traceJson.ts'
import { hasShared, NEEDS_SHARED } from '../sharedData.ts'
import { differences, isSpurious, type JsonRecord, recordedTraces } from './recordedTraces.ts'

const TYPES = new Map(ACTION_TYPES.map((type) => [type.name, type]))

describe.skipIf(!hasShared)(`details of recorded traces (${NEEDS_SHARED})`, () => {
  for (const { name, json, reference_output } of recordedTraces()) {
    test(`${name}: details equal the reference's`, () => {
      const own = detailsById(json)
      const expectedActions = reference_output.actions.filter(({ row }) => !isSpurious(row))
      const found = expectedActions.flatMap(({ row, api }) => {
        const details = own.get(String(row.action_id))
        const expected = api.details as JsonRecord
        return [
          ...differences(`${row.type}`, details, expected),
          ...missing(details, expected).map((field) => `${row.type}: ${field}`),
        ]
      })
      expect(found).toEqual([])
    })
  }
})

function detailsById(json: JsonRecord): ReadonlyMap<string, JsonRecord> {
  const [read] = readTraceJson(json)
  if (!read) throw new Error('no trace')
  const { rows } = classifyTrace(read.trace, read.facts)
  return new Map(
    rows.map((row) => [
      row.action_id,
      (TYPES.get(row.type)?.details?.(row) ?? null) as unknown as JsonRecord,
    ]),
  )
}

/** Names of fields that only one of the two has: a null is served, an omitted field is not. */
function missing(actual: JsonRecord | null | undefined, expected: JsonRecord): string[] {
  const [own, wanted] = [Object.keys(actual ?? {}), Object.keys(expected)]
  return [
    ...wanted.filter((field) => !own.includes(field)).map((field) => `lacks ${field}`),
    ...own.filter((field) => !wanted.includes(field)).map((field) => `has also ${field}`),
  ]
}
