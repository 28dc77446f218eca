import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { JsonBuffer } from './jsonBuffer.ts'

/**
 * Writes the JSON of a value to the buffer. For values that a page has hundreds of: objects for JSON.stringify cost a
 * third of the page's time, and their garbage more. `Json` is the type of the output, which the compiler compares with
 * the schema of the API. `Context` is data that the value itself lacks.
 */
export type Writer<Value, Json, Context = unknown> = {
  (buffer: JsonBuffer, value: Value, context: Context): void
  /** Never set: carries the type. */
  readonly json?: Json
}

/** Writes the field after its name, or nothing. */
export type Field<Value, Json, Context = unknown> = {
  (buffer: JsonBuffer, name: Uint8Array, value: Value, context: Context): void
  readonly json?: Json
}

export type FieldsOf<Value, Json, Context = unknown> = {
  readonly [Name in keyof Json]-?: Field<Value, Json[Name], Context>
}

const literal = (text: string) => Buffer.from(text, 'latin1')
const OPEN_BRACE = 0x7b
const EMPTY_BRACE = literal('{')
const CLOSE_BRACE = literal('}')
const OPEN_BRACKET = literal('[')
const CLOSE_BRACKET = literal(']')
const COMMA = literal(',')
const NULL = literal('null')
const TRUE = literal('true')
const FALSE = literal('false')

/** Any JSON value, as v3 writes it. */
export const anyJson: Writer<unknown, never> = (buffer, value) => buffer.putJson(v3JsonText(value))
export const integer: Writer<number, number> = (buffer, value) => buffer.integer(value)
export const flag: Writer<boolean, boolean> = (buffer, value) => buffer.put(value ? TRUE : FALSE)
/** A big number as text. */
export const decimal: Writer<bigint, string> = (buffer, value) => buffer.decimal(value)
export const hash: Writer<Buffer, string> = (buffer, value) => buffer.base64(value)
/** An address of 33 bytes. */
export const address: Writer<Buffer, string> = (buffer, value) => buffer.address(value)

/** Any text; fastest if nothing must be escaped. */
export function text<Text extends string>(): Writer<Text, Text> {
  return (buffer, value) => buffer.text(value)
}

/** Fields in their order. */
export function object<Value, Json, Context = unknown>(
  fields: FieldsOf<Value, Json, Context>,
): Writer<Value, Json, Context> {
  const named = namedFields(fields)
  return (buffer, value, context) => {
    const start = buffer.length
    for (const { name, put } of named) put(buffer, name, value, context)
    // The first name has a comma in front, in the place of the brace.
    if (buffer.length === start) buffer.put(EMPTY_BRACE)
    else buffer.bytes[start] = OPEN_BRACE
    buffer.put(CLOSE_BRACE)
  }
}

/** An object with at least one field, followed by further fields. */
export function extended<Value, Plain extends object, Json extends Plain, Context = unknown>(
  plain: (value: Value) => Plain,
  fields: FieldsOf<Value, Omit<Json, keyof Plain>, Context>,
): Writer<Value, Json, Context> {
  const named = namedFields(fields)
  return (buffer, value, context) => {
    buffer.putJson(v3JsonText(plain(value)))
    buffer.length -= CLOSE_BRACE.length
    for (const { name, put } of named) put(buffer, name, value, context)
    buffer.put(CLOSE_BRACE)
  }
}

function namedFields<Value, Json, Context>(fields: FieldsOf<Value, Json, Context>) {
  return Object.entries<Field<Value, unknown, Context>>(fields).map(([name, put]) => ({
    name: literal(`,${JSON.stringify(name)}:`),
    put,
  }))
}

/** A field that is always present. */
export function field<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part,
): Field<Value, Json, Context> {
  return (buffer, name, value, context) => {
    buffer.put(name)
    write(buffer, get(value), context)
  }
}

/** A field with the same value in every object. */
export function constant<Json extends string | number | boolean | null>(json: Json): Field<unknown, Json> {
  const said = literal(JSON.stringify(json))
  return (buffer, name) => {
    buffer.put(name)
    buffer.put(said)
  }
}

/** A field of the schema that these values never have. */
export const absent: Field<unknown, undefined> = () => {}

/** Null if `get` returns undefined. */
export function nullable<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part | undefined,
): Field<Value, Json | null, Context> {
  return (buffer, name, value, context) => {
    buffer.put(name)
    const part = get(value)
    if (part === undefined) buffer.put(NULL)
    else write(buffer, part, context)
  }
}

/** Omitted if `get` returns undefined. */
export function optional<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part | undefined,
): Field<Value, Json | undefined, Context> {
  return (buffer, name, value, context) => {
    const part = get(value)
    if (part === undefined) return
    buffer.put(name)
    write(buffer, part, context)
  }
}

export function list<Value, Json, Context = unknown>(
  write: Writer<Value, Json, Context>,
): Writer<Iterable<Value>, Json[], Context> {
  return (buffer, values, context) => {
    buffer.put(OPEN_BRACKET)
    let isFirst = true
    for (const value of values) {
      if (!isFirst) buffer.put(COMMA)
      isFirst = false
      write(buffer, value, context)
    }
    buffer.put(CLOSE_BRACKET)
  }
}

/** An object with a name for each of the values. */
export function byName<Value, Json, Context = unknown>(
  nameOf: (value: Value) => string,
  write: Writer<Value, Json, Context>,
): Writer<readonly Value[], Record<string, Json>, Context> {
  return (buffer, values, context) => {
    const start = buffer.length
    for (const value of values) {
      buffer.put(COMMA)
      buffer.text(nameOf(value))
      buffer.put(AFTER_NAME)
      write(buffer, value, context)
    }
    if (buffer.length === start) buffer.put(EMPTY_BRACE)
    else buffer.bytes[start] = OPEN_BRACE
    buffer.put(CLOSE_BRACE)
  }
}

const AFTER_NAME = literal(':')

/** A part of a body that is written directly to the buffer, without intermediate objects. */
export class DeferredJson<Json> {
  readonly put: (buffer: JsonBuffer) => void
  declare readonly json?: Json

  constructor(put: (buffer: JsonBuffer) => void) {
    this.put = put
  }
}

/** Defers the writing of `value` until the body is written. */
export function deferred<Value, Json, Context>(
  write: Writer<Value, Json, Context>,
  value: Value,
  context: Context,
): DeferredJson<Json> {
  return new DeferredJson((buffer) => write(buffer, value, context))
}

/** A body whose fields can be deferred. */
export type BodyOf<Json> = { readonly [Name in keyof Json]: Json[Name] | DeferredJson<Json[Name]> }
