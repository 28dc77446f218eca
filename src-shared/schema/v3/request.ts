import { ApiError } from '../../apiError.ts'
import { isJsonObject, type JsonValue } from '../jsonValue.ts'
import type { Parameter, Parameters, ValuesOf } from '../parameter.ts'
import type { V3Operation } from './operation.ts'
import { MAX_LIMIT } from './page.ts'

const UNPROCESSABLE = 422

/** The used part of URLSearchParams: all pairs in their order. */
export type QueryPairs = Iterable<readonly [string, string]>

type AnyParameter = Parameter<unknown, unknown>

/** A value, or its fault. */
type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  /** The value cannot be converted. Such faults are reported first, with their number. */
  | { readonly kind: 'unconverted'; readonly text: string }
  /** The value is rejected with the operation's own text. */
  | { readonly kind: 'refused'; readonly text: string }

const ABSENT: Reading = { kind: 'absent' }

function faultOf(name: string, { unparsable }: AnyParameter): Reading {
  if (unparsable !== undefined) return { kind: 'refused', text: unparsable }
  return { kind: 'unconverted', text: `schema: error converting value for "${name}"` }
}

function readScalar(name: string, parameter: AnyParameter, given: readonly string[]): Reading {
  const last = given.at(-1)
  if (last === undefined) return ABSENT
  const value = parameter.kind.fromText(last)
  return value === undefined ? faultOf(name, parameter) : { kind: 'value', value }
}

function readList(
  name: string,
  { fromText, byComma, keepsEmpty = false }: NonNullable<AnyParameter['kind']['elements']>,
  given: readonly string[],
): Reading {
  const parts = byComma ? given.flatMap((text) => text.split(',')) : given
  const texts = keepsEmpty ? parts : parts.filter((text) => text !== '')
  if (texts.length === 0) return ABSENT
  const items = texts.map(fromText)
  const bad = items.indexOf(undefined)
  if (bad < 0) return { kind: 'value', value: items }
  return { kind: 'unconverted', text: `schema: error converting value for index ${bad} of "${name}"` }
}

function readField(name: string, parameter: AnyParameter, field: JsonValue | undefined): Reading {
  // The reference server has an empty text or list for an absent value.
  if (field === undefined || field === null || field === '') return ABSENT
  const value = parameter.kind.fromJson(field)
  return value === undefined ? faultOf(name, parameter) : { kind: 'value', value }
}

/** Returns one text for all values that cannot be converted (compatibility-v3 §2.3). */
function conversionText(texts: readonly string[]): string {
  const others = texts.length - 1
  const more = others === 0 ? '' : ` (and ${others} other error${others > 1 ? 's' : ''})`
  return `failed to decode: ${texts[0]}${more}`
}

function limitFault({ limit }: { readonly limit?: unknown }): string | undefined {
  return typeof limit === 'number' && limit > MAX_LIMIT
    ? `limit is not allowed: ${limit} > ${MAX_LIMIT}`
    : undefined
}

type Read<P extends Parameters> = {
  readonly values: ValuesOf<P>
  /** The error of a value that is rejected after the operation's rules; its parameter has its fallback. */
  readonly refusal: string | undefined
}

function readValues<P extends Parameters>(
  parameters: P,
  missingStatus: number,
  read: (name: string, parameter: AnyParameter) => Reading,
): Read<P> {
  const readings = Object.entries(parameters).map(
    ([name, parameter]) => [name, parameter, read(name, parameter)] as const,
  )
  const unconverted = readings.flatMap(([, , reading]) =>
    reading.kind === 'unconverted' ? [reading.text] : [],
  )
  if (unconverted.length > 0) throw new ApiError(UNPROCESSABLE, conversionText(unconverted))

  const values: Record<string, unknown> = {}
  let refusal: string | undefined
  for (const [name, parameter, reading] of readings) {
    if (reading.kind === 'refused') {
      if (!parameter.isCheckedLast) throw new ApiError(UNPROCESSABLE, reading.text)
      refusal ??= reading.text
    }
    if (reading.kind === 'absent' && parameter.presence === 'required') {
      throw new ApiError(missingStatus, parameter.missing ?? `${name} is required`)
    }
    values[name] = reading.kind === 'value' ? reading.value : parameter.fallback
  }
  return { values: values as ValuesOf<P>, refusal }
}

function checked<P extends Parameters>(
  operation: V3Operation<string, P, unknown>,
  { values, refusal }: Read<P>,
): ValuesOf<P> {
  // The reference server checks limit and sort when it builds its query, after the operation's rules.
  const fault = operation.check?.(values) ?? refusal ?? limitFault(values)
  if (fault !== undefined) throw new ApiError(UNPROCESSABLE, fault)
  return values
}

/** Returns the values by name. `account[]` equals `account`. */
function pairsByName(query: QueryPairs): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const [key, value] of query) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    const given = byName.get(name)
    if (given) given.push(value)
    else byName.set(name, [value])
  }
  return byName
}

/**
 * Reads parameters in a query by the rules of compatibility-v3 §3. Ignores unknown names; the last of repeated
 * scalars counts.
 * @throws ApiError with the contract's text
 */
export function readV3Parameters<P extends Parameters>(parameters: P, query: QueryPairs): ValuesOf<P> {
  const { values, refusal } = readPairs(parameters, query, UNPROCESSABLE)
  if (refusal !== undefined) throw new ApiError(UNPROCESSABLE, refusal)
  return values
}

function readPairs<P extends Parameters>(parameters: P, query: QueryPairs, missingStatus: number): Read<P> {
  const given = pairsByName(query)
  return readValues(parameters, missingStatus, (name, parameter) => {
    const texts = given.get(name) ?? []
    const { elements } = parameter.kind
    return elements ? readList(name, elements, texts) : readScalar(name, parameter, texts)
  })
}

/**
 * Reads the parameters of a GET request.
 * @throws ApiError with the contract's status and text
 */
export function readV3Query<P extends Parameters>(
  operation: V3Operation<string, P, unknown>,
  query: QueryPairs,
): ValuesOf<P> {
  return checked(operation, readPairs(operation.parameters, query, operation.missingStatus ?? UNPROCESSABLE))
}

/**
 * Reads the parameters of a POST request: a JSON object, whose unknown fields are ignored.
 * @throws ApiError with the contract's status and text
 */
export function readV3Body<P extends Parameters>(
  operation: V3Operation<string, P, unknown>,
  body: JsonValue,
): ValuesOf<P> {
  if (!isJsonObject(body)) throw new ApiError(UNPROCESSABLE, 'request body must be a JSON object')
  const field = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined)
  return checked(
    operation,
    readValues(operation.parameters, operation.missingStatus ?? UNPROCESSABLE, (name, parameter) =>
      readField(name, parameter, field(name)),
    ),
  )
}
