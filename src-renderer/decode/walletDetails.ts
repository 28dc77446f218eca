import type { Layout } from '#shared/contracts/layout.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'

/** Displayed fields of known contracts' storage, and their names. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['seqno', 'seqno'],
  ['wallet_id', 'wallet id'],
])

/**
 * Returns the value of a field of fixed size, or undefined for any other, after which positions are unknown.
 */
function fixedValue(reader: CellReader, layout: Layout): bigint | undefined {
  switch (layout.kind) {
    case 'bool':
      return reader.loadUintBig(1)
    case 'uint':
    case 'bits':
      return reader.loadUintBig(layout.bits)
    case 'int':
      return BigInt.asIntN(layout.bits, reader.loadUintBig(layout.bits))
    default:
      return undefined
  }
}

/**
 * Returns `seqno 17` and `wallet id 698983191` of a wallet with a known code, unless they follow a field of
 * variable size.
 */
export function walletDetails(code: Cell, data: Cell): string[] {
  const storage = CONTRACTS.codes.get(bytesToBase64(code.hash()))?.storage
  const reader = new CellReader(data)
  const details: string[] = []
  try {
    for (const [name, layout] of Object.entries(storage?.fields ?? {})) {
      const value = fixedValue(reader, layout)
      if (value === undefined) break
      const shown = SHOWN.get(name)
      if (shown !== undefined) details.push(`${shown} ${value}`)
    }
  } catch (error) {
    // The storage has another form, so that the values before its end are not certain either.
    if (error instanceof CellUnderflowError) return []
    throw error
  }
  return details
}
