import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { JsonPaper } from './jsonPaper.ts'

/**
 * Writers of what is on every page by the hundred: each puts the JSON of a value on the paper, where objects that are
 * made for JSON.stringify cost a third of the page, and their garbage another part. `Json` is what it writes, so that
 * the compiler compares a writer with the schema of the API. `Context`: what a value cannot tell by itself.
 */
export type Writer<Value, Json, Context = unknown> = {
  (paper: JsonPaper, value: Value, context: Context): void
  /** Never there: it names the type. */
  readonly json?: Json
}

/** Writes the field with its name in front, or nothing. */
export type Field<Value, Json, Context = unknown> = {
  (paper: JsonPaper, name: Uint8Array, value: Value, context: Context): void
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

/** Whatever JSON can say, as v3 writes it. */
export const anyJson: Writer<unknown, never> = (paper, value) => paper.putJson(v3JsonText(value))
export const integer: Writer<number, number> = (paper, value) => paper.integer(value)
export const flag: Writer<boolean, boolean> = (paper, value) => paper.put(value ? TRUE : FALSE)
/** A big number as text. */
export const decimal: Writer<bigint, string> = (paper, value) => paper.decimal(value)
export const hash: Writer<Buffer, string> = (paper, value) => paper.base64(value)
/** Of 33 bytes. */
export const address: Writer<Buffer, string> = (paper, value) => paper.address(value)

/** Any text, the fastest where JSON has nothing to escape. */
export function text<Text extends string>(): Writer<Text, Text> {
  return (paper, value) => paper.text(value)
}

/** Fields in their order. */
export function object<Value, Json, Context = unknown>(
  fields: FieldsOf<Value, Json, Context>,
): Writer<Value, Json, Context> {
  const named = namedFields(fields)
  return (paper, value, context) => {
    const start = paper.length
    for (const { name, put } of named) put(paper, name, value, context)
    // The first name has a comma in front, where the brace belongs.
    if (paper.length === start) paper.put(EMPTY_BRACE)
    else paper.bytes[start] = OPEN_BRACE
    paper.put(CLOSE_BRACE)
  }
}

/** An object that is there, with at least one field, and after its fields more. */
export function extended<Value, Plain extends object, Json extends Plain, Context = unknown>(
  plain: (value: Value) => Plain,
  fields: FieldsOf<Value, Omit<Json, keyof Plain>, Context>,
): Writer<Value, Json, Context> {
  const named = namedFields(fields)
  return (paper, value, context) => {
    paper.putJson(v3JsonText(plain(value)))
    paper.length -= CLOSE_BRACE.length
    for (const { name, put } of named) put(paper, name, value, context)
    paper.put(CLOSE_BRACE)
  }
}

function namedFields<Value, Json, Context>(fields: FieldsOf<Value, Json, Context>) {
  return Object.entries<Field<Value, unknown, Context>>(fields).map(([name, put]) => ({
    name: literal(`,${JSON.stringify(name)}:`),
    put,
  }))
}

/** A field that is always there. */
export function field<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part,
): Field<Value, Json, Context> {
  return (paper, name, value, context) => {
    paper.put(name)
    write(paper, get(value), context)
  }
}

/** A field that says the same of every value. */
export function constant<Json extends string | number | boolean | null>(json: Json): Field<unknown, Json> {
  const said = literal(JSON.stringify(json))
  return (paper, name) => {
    paper.put(name)
    paper.put(said)
  }
}

/** A field of the schema that these values never have. */
export const absent: Field<unknown, undefined> = () => {}

/** Null where `get` finds nothing. */
export function nullable<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part | undefined,
): Field<Value, Json | null, Context> {
  return (paper, name, value, context) => {
    paper.put(name)
    const part = get(value)
    if (part === undefined) paper.put(NULL)
    else write(paper, part, context)
  }
}

/** Left out where `get` finds nothing. */
export function optional<Value, Part, Json, Context = unknown>(
  write: Writer<Part, Json, Context>,
  get: (value: Value) => Part | undefined,
): Field<Value, Json | undefined, Context> {
  return (paper, name, value, context) => {
    const part = get(value)
    if (part === undefined) return
    paper.put(name)
    write(paper, part, context)
  }
}

export function list<Value, Json, Context = unknown>(
  write: Writer<Value, Json, Context>,
): Writer<Iterable<Value>, Json[], Context> {
  return (paper, values, context) => {
    paper.put(OPEN_BRACKET)
    let isFirst = true
    for (const value of values) {
      if (!isFirst) paper.put(COMMA)
      isFirst = false
      write(paper, value, context)
    }
    paper.put(CLOSE_BRACKET)
  }
}

/** An object with a name for each of the values. */
export function byName<Value, Json, Context = unknown>(
  nameOf: (value: Value) => string,
  write: Writer<Value, Json, Context>,
): Writer<readonly Value[], Record<string, Json>, Context> {
  return (paper, values, context) => {
    const start = paper.length
    for (const value of values) {
      paper.put(COMMA)
      paper.text(nameOf(value))
      paper.put(AFTER_NAME)
      write(paper, value, context)
    }
    if (paper.length === start) paper.put(EMPTY_BRACE)
    else paper.bytes[start] = OPEN_BRACE
    paper.put(CLOSE_BRACE)
  }
}

const AFTER_NAME = literal(':')

/** A part of a body that writes itself. */
export class Written<Json> {
  readonly put: (paper: JsonPaper) => void
  declare readonly json?: Json

  constructor(put: (paper: JsonPaper) => void) {
    this.put = put
  }
}

/** `value` is written when the body is. */
export function written<Value, Json, Context>(
  write: Writer<Value, Json, Context>,
  value: Value,
  context: Context,
): Written<Json> {
  return new Written((paper) => write(paper, value, context))
}

/** A body of which parts may write themselves. */
export type BodyOf<Json> = { readonly [Name in keyof Json]: Json[Name] | Written<Json[Name]> }
