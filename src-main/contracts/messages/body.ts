import { type Fields, type Layout, record, u64 } from './layout.ts'

/** A message body that begins with a 32-bit opcode; `layout` reads what follows it. */
export type Body = { readonly name: string; readonly opcode: number; readonly layout: Layout }

export function body(name: string, opcode: number, fields: Fields = {}): Body {
  return { name, opcode, layout: record(name, fields) }
}

/** As most bodies are: the first field is a query id. */
export function query(name: string, opcode: number, fields: Fields = {}): Body {
  return body(name, opcode, { query_id: u64, ...fields })
}
