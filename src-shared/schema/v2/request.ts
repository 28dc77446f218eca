import { ApiError } from '../../apiError.ts'
import { isJsonObject, type JsonValue } from '../jsonValue.ts'
import type { Parameter, Parameters, ValuesOf } from '../parameter.ts'
import type { Operation, RequestSource } from './operation.ts'

const UNPROCESSABLE = 422

/** The used part of URLSearchParams. */
export type QueryValues = { getAll(name: string): readonly string[] }

function invalid(text: string): ApiError {
  return new ApiError(UNPROCESSABLE, text)
}

function absent(name: string, parameter: Parameter<unknown, unknown>): unknown {
  if (parameter.presence !== 'required') return parameter.fallback
  throw invalid(parameter.missing ?? parameter.unparsable ?? `failed to parse ${name}`)
}

function readable(name: string, parameter: Parameter<unknown, unknown>, value: unknown): unknown {
  if (value !== undefined) return value
  throw invalid(parameter.unparsable ?? `failed to parse ${name}`)
}

function readTexts(name: string, parameter: Parameter<unknown, unknown>, texts: readonly string[]): unknown {
  const { kind } = parameter
  const first = texts[0]
  if (kind.fromTexts && first !== undefined) return readable(name, parameter, kind.fromTexts(texts))
  if (first === undefined || (first === '' && kind.emptyIsAbsent)) return absent(name, parameter)
  return readable(name, parameter, kind.fromText(first))
}

function readField(
  name: string,
  parameter: Parameter<unknown, unknown>,
  value: JsonValue | undefined,
): unknown {
  const { kind } = parameter
  if (value === undefined || value === null) return absent(name, parameter)
  if (value === '' && kind.emptyIsAbsent) return absent(name, parameter)
  return readable(name, parameter, kind.fromJson(value))
}

function readValues<P extends Parameters>(
  parameters: P,
  read: (name: string, parameter: Parameter<unknown, unknown>) => unknown,
): ValuesOf<P> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(parameters)) values[name] = read(name, parameter)
  return values as ValuesOf<P>
}

function checked<P extends Parameters>(
  operation: Operation<string, P, unknown>,
  values: ValuesOf<P>,
  source: RequestSource,
): ValuesOf<P> {
  const fault = operation.check?.(values, source)
  if (fault !== undefined) throw invalid(fault)
  return values
}

/**
 * Reads the parameters of a GET request. Ignores unknown names; the first of repeated values counts.
 * @throws ApiError 422 with the contract's text
 */
export function readQuery<P extends Parameters>(
  operation: Operation<string, P, unknown>,
  query: QueryValues,
): ValuesOf<P> {
  const values = readValues(operation.parameters, (name, parameter) =>
    readTexts(name, parameter, query.getAll(name)),
  )
  return checked(operation, values, 'query')
}

/**
 * Reads the parameters of a POST request: a JSON object (null counts as an empty one) without unknown fields.
 * @throws ApiError 422 with the contract's text
 */
export function readBody<P extends Parameters>(
  operation: Operation<string, P, unknown>,
  body: JsonValue,
): ValuesOf<P> {
  const fields = body === null ? {} : body
  if (!isJsonObject(fields)) throw invalid('request body must be a JSON object')
  const values = readValues(operation.parameters, (name, parameter) =>
    readField(name, parameter, Object.hasOwn(fields, name) ? fields[name] : undefined),
  )
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(operation.parameters, name))
  if (unknown !== undefined) throw invalid(`Unknown property '${unknown}'`)
  return checked(operation, values, 'body')
}
