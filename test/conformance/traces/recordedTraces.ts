import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasShared, SHARED } from '../sharedData.ts'

/** Recorded traces with the actions that the reference makes of them (../shared/traces). */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonRecord = { [key: string]: Json }

export type ExpectedAction = {
  readonly type: string
  readonly where: readonly Condition[] | null
  readonly row: JsonRecord
  readonly visible_in?: readonly string[]
}
export type Condition = {
  readonly path: string
  readonly op: 'eq' | 'ne' | 'empty'
  readonly value?: Json
}

export type RecordedTrace = {
  readonly name: string
  readonly json: JsonRecord
  readonly cases: readonly {
    readonly name: string
    readonly mutation?: Json
    readonly expected_actions: readonly ExpectedAction[]
  }[]
  readonly reference_output: {
    readonly state: string
    readonly actions: readonly {
      readonly visible_in: readonly string[]
      readonly row: JsonRecord
      readonly api: JsonRecord
    }[]
    readonly basic_rows: readonly JsonRecord[]
  }
}

const FOLDER = join(SHARED, 'traces')
/** Of the next version of the reference, traces whose rule is taken over (docs/actions §11). */
const NEXT = ['next/vesting--vesting-send-message-dropped.json']

/** The reference gives both payouts of this withdrawal to the wrong side (README of the recorded traces, section 5). */
const DISPUTED: ReadonlySet<string> = new Set(['coffee--coffee-withdraw-liquidity-jetton-jetton'])
const SIDE = /((?:asset|asset_|user_jetton_wallet_|dex_jetton_wallet_))([12])(?=_out$|$)/

/** Exchanges the assets and wallets of a withdrawal's sides, and leaves the amounts. */
function withSidesExchanged<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map(withSidesExchanged) as T
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [
    name.replace(SIDE, (_, field, side) => `${field}${side === '1' ? 2 : 1}`),
    withSidesExchanged(item),
  ])
  return Object.fromEntries(entries)
}

/**
 * A second deployment that the reference makes of a message to the outside (docs/actions §9): it has no
 * destination, and is not copied.
 */
export function isSpurious({ type, destination }: JsonRecord): boolean {
  return type === 'contract_deploy' && (destination ?? null) === null
}

/** All recorded traces, by name; none where the recorded data is absent. */
export function recordedTraces(): RecordedTrace[] {
  if (!hasShared) return []
  const given = readdirSync(join(FOLDER, 'given')).sort()
  return [...given.map((file) => `given/${file}`), ...NEXT].map((file) => {
    const json = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    const { name } = json
    const { cases, reference_output } = DISPUTED.has(name) ? withSidesExchanged(json) : json
    return { name, json, cases, reference_output }
  })
}

/** Lists where two JSON values differ: arrays without order, null as absent, numbers as text. */
export function differences(path: string, actual: Json | undefined, expected: Json | undefined): string[] {
  const [a, b] = [plain(actual), plain(expected)]
  if (Array.isArray(a) && Array.isArray(b)) {
    const rest = [...a]
    const missing = b.filter((item) => {
      const i = rest.findIndex((candidate) => differences('', candidate, item).length === 0)
      if (i >= 0) rest.splice(i, 1)
      return i < 0
    })
    return missing.length === 0 && rest.length === 0
      ? []
      : [`${path}: has ${JSON.stringify(rest)}, expected ${JSON.stringify(missing)}`]
  }
  if (isRecord(a) && isRecord(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    return names.flatMap((name) => differences(path === '' ? name : `${path}.${name}`, a[name], b[name]))
  }
  return JSON.stringify(a) === JSON.stringify(b)
    ? []
    : [`${path}: ${JSON.stringify(a)}, expected ${JSON.stringify(b)}`]
}

function plain(value: Json | undefined): Json {
  if (value === undefined || value === null) return null
  return typeof value === 'number' ? String(value) : value
}

function isRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists what an expected action lacks among the rows (README of the recorded traces, section 3). */
export function expectationFaults(
  { type, where, row }: ExpectedAction,
  rows: readonly JsonRecord[],
): string[] {
  const ofType = rows.filter((candidate) => candidate.type === type)
  const fitting = ofType.filter((candidate) =>
    (where ?? []).every((condition) => holds(candidate, condition)),
  )
  const [first] = fitting
  if (!first) return [`no ${type} fits`]
  if (where === null && fitting.length > 1) return [`${fitting.length} rows are ${type}`]
  return Object.entries(row).flatMap(([path, value]) =>
    contains(valueAt(first, path), value)
      ? []
      : [`${type} ${path}: ${JSON.stringify(valueAt(first, path))}, expected ${JSON.stringify(value)}`],
  )
}

function holds(row: JsonRecord, { path, op, value = null }: Condition): boolean {
  const actual = valueAt(row, path)
  if (op === 'eq') return contains(actual, value)
  if (op === 'ne') return !contains(actual, value)
  return actual === null || actual === '' || (Array.isArray(actual) && actual.length === 0)
}

/** Arrays have the same items in any order; records have at least these fields. */
function contains(actual: Json, expected: Json): boolean {
  const [a, b] = [plain(actual), plain(expected)]
  if (Array.isArray(b)) {
    return (
      Array.isArray(a) && a.length === b.length && b.every((item) => a.some((one) => contains(one, item)))
    )
  }
  if (isRecord(b)) {
    return isRecord(a) && Object.entries(b).every(([name, value]) => contains(a[name] ?? null, value))
  }
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** The value at a path such as `jetton_swap_data.peer_swaps[0].amount_in`. */
function valueAt(row: JsonRecord, path: string): Json {
  let value: Json = row
  for (const part of path.split(/[.[\]]+/).filter((name) => name !== '')) {
    if (Array.isArray(value)) value = value[Number(part)] ?? null
    else if (isRecord(value)) value = value[part] ?? null
    else return null
  }
  return value
}
