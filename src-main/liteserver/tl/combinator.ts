import type { TlCodec } from './codec.ts'
import { parseSchemeLine } from './constructorId.ts'
import type { TlReader } from './reader.ts'
import { TlError } from './tlError.ts'
import type { TlWriter } from './writer.ts'

/** A field `mode.BIT?type`, present iff that bit of the record's `mode` is set. */
export type TlOptional<T> = { readonly kind: 'optional'; readonly bit: number; readonly codec: TlCodec<T> }

/** A field `mode.BIT?true`, which takes no bytes: the bit is its value. */
export type TlTrue = { readonly kind: 'true'; readonly bit: number }

type TlField = TlCodec<unknown> | TlOptional<unknown> | TlTrue
/** The fields of a constructor by camelCase name, in the order of its scheme line. */
export type TlFields = { readonly [name: string]: TlField }

type RequiredValues<F extends TlFields> = {
  readonly [K in keyof F as F[K] extends TlCodec<unknown> ? K : never]: F[K] extends TlCodec<infer T>
    ? T
    : never
}
type OptionalValues<F extends TlFields> = {
  readonly [K in keyof F as F[K] extends TlCodec<unknown> ? never : K]?:
    | (F[K] extends TlOptional<infer T> ? T : boolean)
    | undefined
}
type Flatten<T> = { [K in keyof T]: T[K] }

/**
 * The object type of a record. A field `mode.N?type` is undefined if absent, a field `mode.N?true` is a
 * boolean.
 */
export type TlRecord<F extends TlFields> = Flatten<RequiredValues<F> & OptionalValues<F>>

/** A constructor of the scheme. As a codec it is bare, that is without its id. */
export type TlConstructor<T> = TlCodec<T> & {
  readonly id: number
  /** The type of the constructor, which is also the name of its boxed form. */
  readonly result: string
}

/** Returns the field `mode.BIT?type`. */
export function optional<T>(bit: number, codec: TlCodec<T>): TlOptional<T> {
  return { kind: 'optional', bit, codec }
}

/** Returns the field `mode.BIT?true`. */
export function trueBit(bit: number): TlTrue {
  return { kind: 'true', bit }
}

/**
 * Returns a constructor from its scheme line and its fields. The line determines the id and documents the
 * type; fields that differ from it in name, order or type are a programming error and throw at load.
 */
export function tlConstructor<F extends TlFields>(line: string, fields: F): TlConstructor<TlRecord<F>> {
  const { name, id, result, fields: expected } = parseSchemeLine(line)
  const entries = Object.entries<TlField>(fields)
  const given = entries.map(([key, field]) => `${key}:${typeOf(field)}`).join(' ')
  const wanted = expected.map((field) => `${camelCase(field.name)}:${field.type}`).join(' ')
  if (given !== wanted) throw new Error(`${name} has the fields "${given}", its scheme line says "${wanted}"`)

  return {
    type: name,
    id,
    result,
    minSize: entries.reduce((sum, [, field]) => sum + ('kind' in field ? 0 : field.minSize), 0),
    read: (reader) => readRecord(reader, entries) as TlRecord<F>,
    write: (writer, value) => writeRecord(writer, name, entries, value),
  }
}

type Variants = { readonly [kind: string]: TlConstructor<unknown> }
type VariantValue<V extends Variants> = {
  [K in keyof V]: V[K] extends TlConstructor<infer T> ? Flatten<{ readonly kind: K } & T> : never
}[keyof V]

/** Returns the codec of a boxed type with several constructors. `kind` names the constructor. */
export function union<V extends Variants>(type: string, variants: V): TlCodec<VariantValue<V>> {
  const byId = new Map(Object.entries(variants).map(([kind, variant]) => [variant.id, { kind, variant }]))
  for (const variant of Object.values(variants)) {
    if (variant.result !== type)
      throw new Error(`${variant.type} belongs to ${variant.result}, not to ${type}`)
  }
  return {
    type,
    minSize: 4 + Math.min(...Object.values(variants).map((variant) => variant.minSize)),
    read: (reader) => {
      const id = reader.uint32()
      const found = byId.get(id)
      if (!found) throw unknownConstructor(id, reader.offset)
      const record = found.variant.read(reader) as object
      return { kind: found.kind, ...record } as VariantValue<V>
    },
    write: (writer, value) => {
      const variant = Object.hasOwn(variants, value.kind) ? variants[value.kind] : undefined
      if (!variant) return writer.refuse(type, value.kind)
      writer.uint32(variant.id)
      variant.write(writer, value)
    },
  }
}

/** Returns the error for a constructor id that is not allowed at `offset`. */
export function unknownConstructor(id: number, offset: number): TlError {
  const hex = id.toString(16).padStart(8, '0')
  return new TlError('unknown_constructor', `Unknown constructor found 0x${hex}`, offset)
}

function typeOf(field: TlField): string {
  if (!('kind' in field)) return field.type
  return `mode.${field.bit}?${field.kind === 'true' ? 'true' : field.codec.type}`
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns bit `bit` of the record's `mode`, which precedes every field that depends on it. */
function isSet(record: Record<string, unknown>, bit: number): boolean {
  return ((Number(record.mode) >>> bit) & 1) === 1
}

function readRecord(reader: TlReader, entries: readonly [string, TlField][]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [key, field] of entries) {
    if (!('kind' in field)) record[key] = field.read(reader)
    else if (field.kind === 'true') record[key] = isSet(record, field.bit)
    else if (isSet(record, field.bit)) record[key] = field.codec.read(reader)
  }
  return record
}

function writeRecord(
  writer: TlWriter,
  name: string,
  entries: readonly [string, TlField][],
  value: object,
): void {
  const record = value as Record<string, unknown>
  for (const [key, field] of entries) {
    const fieldValue = record[key]
    if (!('kind' in field)) {
      if (fieldValue === undefined) {
        throw new TlError('invalid_value', `${name} needs ${key}`, writer.offset)
      }
      field.write(writer, fieldValue)
      continue
    }
    const announced = isSet(record, field.bit)
    // For `true`, an absent value means that the bit decides; for all others it means that the field is absent.
    const agrees =
      field.kind === 'true'
        ? fieldValue === undefined || fieldValue === announced
        : (fieldValue !== undefined) === announced
    if (!agrees) {
      const state = announced ? 'set' : 'not set'
      throw new TlError(
        'mode_mismatch',
        `${name}: bit ${field.bit} of mode is ${state}, ${key} disagrees`,
        writer.offset,
      )
    }
    if (field.kind === 'optional' && announced) field.codec.write(writer, fieldValue)
  }
}
