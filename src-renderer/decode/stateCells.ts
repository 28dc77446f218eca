import type { StatePart, StepState } from './stepStates.ts'

/** Bags of cells in base64 by the hash of their root, in base64. */
export type KeptCells = ReadonlyMap<string, string>

/** The code or data of a state; `boc` is undefined if it is not stored. */
export type NamedCell = { readonly name: string; readonly boc: string | undefined }

function cellsOf(what: string, before: StatePart<string>, after: StatePart<string>, kept: KeptCells) {
  const cellOf = (name: string, part: StatePart<string>): NamedCell[] =>
    part.kind === 'known' ? [{ name, boc: kept.get(part.value) }] : []
  if (before.kind === 'known' && after.kind === 'known' && before.value === after.value) {
    return cellOf(`${what}, unchanged`, after)
  }
  return [...cellOf(`${what} before`, before), ...cellOf(`${what} after`, after)]
}

/** Returns the code and data of two states of an account, each once if they are equal. */
export function namedCells(before: StepState, after: StepState, kept: KeptCells): readonly NamedCell[] {
  return [
    ...cellsOf('Data', before.dataHash, after.dataHash, kept),
    ...cellsOf('Code', before.codeHash, after.codeHash, kept),
  ]
}
