import type { StatePart, StepState } from './stepStates.ts'

/** Bags of cells in base64 by the hash of their root, in base64. */
export type KeptCells = ReadonlyMap<string, string>

/** Code or data of a state; `boc` is undefined if it is not kept. */
export type NamedCell = { readonly name: string; readonly boc: string | undefined }

function cellsOf(what: string, before: StatePart<string>, after: StatePart<string>, kept: KeptCells) {
  const cellOf = (name: string, part: StatePart<string>): NamedCell[] =>
    part.kind === 'known' ? [{ name, boc: kept.get(part.value) }] : []
  if (before.kind === 'known' && after.kind === 'known' && before.value === after.value) {
    return cellOf(`${what}, unchanged`, after)
  }
  return [...cellOf(`${what} before`, before), ...cellOf(`${what} after`, after)]
}

/** Returns the cells of two states of an account, those that are equal once. */
export function namedCells(before: StepState, after: StepState, kept: KeptCells): readonly NamedCell[] {
  return [
    ...cellsOf('Data', before.dataHash, after.dataHash, kept),
    ...cellsOf('Code', before.codeHash, after.codeHash, kept),
  ]
}
