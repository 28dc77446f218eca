import type { TlReader } from './reader.ts'
import { TlError } from './tlError.ts'
import type { TlWriter } from './writer.ts'

/** The reader and writer of one TL type. */
export type TlCodec<T> = {
  /** The type as written in a scheme line: `int`, `vector tonNode.blockIdExt`. */
  readonly type: string
  /** The minimum size of a value in bytes. It bounds a vector's count before anything is allocated. */
  readonly minSize: number
  read(reader: TlReader): T
  write(writer: TlWriter, value: T): void
}

/** The TypeScript type that a codec reads and writes. */
export type TlValue<C> = C extends TlCodec<infer T> ? T : never

const BOOL_TRUE = 0x9972_75b5
const BOOL_FALSE = 0xbc79_9737

/** Signed 32 bits. */
export const int: TlCodec<number> = {
  type: 'int',
  minSize: 4,
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.int32(value),
}

/** `#`: unsigned 32 bits. */
export const nat: TlCodec<number> = {
  type: '#',
  minSize: 4,
  read: (reader) => reader.uint32(),
  write: (writer, value) => writer.uint32(value),
}

/** Signed 64 bits. */
export const long: TlCodec<bigint> = {
  type: 'long',
  minSize: 8,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.int64(value),
}

/** A `long` that is a shard prefix: unsigned, as in src-shared/ton/shard.ts. */
export const shardPrefix: TlCodec<bigint> = {
  type: 'long',
  minSize: 8,
  read: (reader) => reader.uint64(),
  write: (writer, value) => writer.uint64(value),
}

export const int256: TlCodec<Buffer> = {
  type: 'int256',
  minSize: 32,
  read: (reader) => reader.fixed(32),
  write: (writer, value) => writer.fixed(value, 32),
}

/** Any number of bytes. The value read is a view of the input, not a copy. */
export const bytes: TlCodec<Buffer> = {
  type: 'bytes',
  minSize: 4,
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
}

/** UTF-8 text. */
export const string: TlCodec<string> = {
  type: 'string',
  minSize: 4,
  read: (reader) => reader.bytes().toString('utf8'),
  write: (writer, value) => {
    if (typeof value !== 'string') writer.refuse('string', value)
    writer.bytes(Buffer.from(value, 'utf8'))
  },
}

/** `boolTrue = Bool; boolFalse = Bool;` */
export const bool: TlCodec<boolean> = {
  type: 'Bool',
  minSize: 4,
  read: (reader) => {
    const id = reader.uint32()
    if (id !== BOOL_TRUE && id !== BOOL_FALSE) {
      throw new TlError('unknown_constructor', 'Bool expected', reader.offset)
    }
    return id === BOOL_TRUE
  },
  write: (writer, value) => {
    if (typeof value !== 'boolean') writer.refuse('Bool', value)
    writer.uint32(value ? BOOL_TRUE : BOOL_FALSE)
  },
}

/** Returns the codec of a bare `vector {t:Type} # [ t ] = Vector t`: a count and the elements. */
export function vector<T>(element: TlCodec<T>): TlCodec<T[]> {
  return {
    type: `vector ${element.type}`,
    minSize: 4,
    read: (reader) => {
      const count = reader.uint32()
      if (count * element.minSize > reader.remaining) {
        throw new TlError('vector_length', 'Wrong vector length', reader.offset)
      }
      const items: T[] = []
      for (let i = 0; i < count; i++) items.push(element.read(reader))
      return items
    },
    write: (writer, value) => {
      if (!Array.isArray(value)) writer.refuse('vector', value)
      writer.uint32(value.length)
      for (const item of value) element.write(writer, item)
    },
  }
}
