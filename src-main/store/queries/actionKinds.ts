import type { ActionKind } from '../classifiedTraces.ts'
import type { Reader, SqlRow } from './reader.ts'

/** Rows of action_kinds and action_words are never changed; their numbers count from 1. */

type Table<Value> = { readonly byId: Map<number, Value>; largest: number }

function createTable<Value>(table: string, columns: string, read: (row: SqlRow) => Value) {
  const known = new WeakMap<Reader, Table<Value>>()
  return (reader: Reader): ReadonlyMap<number, Value> => {
    let memory = known.get(reader)
    if (!memory) {
      memory = { byId: new Map(), largest: 0 }
      known.set(reader, memory)
    }
    const rows = reader.all<SqlRow & { id: bigint }>(
      `SELECT id, ${columns} FROM ${table} WHERE id > ? ORDER BY id`,
      [memory.largest],
    )
    for (const row of rows) {
      memory.byId.set(Number(row.id), read(row))
      memory.largest = Number(row.id)
    }
    return memory.byId
  }
}

/** Returns all kinds of actions by number. */
export const loadActionKinds = createTable<ActionKind>('action_kinds', 'type, ancestors', (row) => ({
  type: row.type as string,
  ancestors: JSON.parse(row.ancestors as string) as string[],
}))

/** Returns the names of fields by number. */
export const loadActionWords = createTable<string>('action_words', 'word', (row) => row.word as string)
