import type { CellReader } from '#shared/ton/cells/cellReader.ts'

/**
 * Reads `fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code data library:(Maybe ^Cell)`
 * (StateInit).
 */
export function readStateInit(reader: CellReader) {
  reader.maybe(() => reader.loadUint(5))
  reader.maybe(() => reader.loadUint(2))
  const code = reader.maybe(() => reader.loadRef())
  const data = reader.maybe(() => reader.loadRef())
  reader.maybe(() => reader.loadRef())
  return { code, data }
}
