import type { MethodFacts } from '#shared/contracts/contractDefinition.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { methodIds } from '../../../decode/methodIds.ts'

/** A get-method to choose: by its name, or by its id where we don't know the name. */
export type AvailableMethod = {
  /** What is asked for: the name, or the id in decimal. */
  readonly method: string
  readonly known: MethodFacts | undefined
}

export type AvailableMethods = {
  readonly methods: readonly AvailableMethod[]
  /** code: all that the code has. kind: what contracts of this kind have. none: only trying tells. */
  readonly from: 'code' | 'kind' | 'none'
}

/** Named methods first, by name; then those of which only the id is known. */
export function availableMethods(code: Cell | undefined, kind: string | undefined): AvailableMethods {
  const ids = code && methodIds(code)
  if (ids && ids.length > 0) {
    const offered = ids.map((id): AvailableMethod => {
      const known = CONTRACTS.methodsById.get(id)
      return { method: known?.name ?? String(id), known }
    })
    const named = offered.filter(({ known }) => known).sort((a, b) => a.method.localeCompare(b.method, 'en'))
    return { methods: [...named, ...offered.filter(({ known }) => !known)], from: 'code' }
  }
  const usual = kind === undefined ? [] : methodsOf(kind)
  return {
    methods: usual.map((method) => ({ method, known: CONTRACTS.methods.get(method) })),
    from: usual.length > 0 ? 'kind' : 'none',
  }
}

/** Returns the get-methods of a code by its title: wallets before v4 have no selector to read them from. */
function methodsOf(title: string): readonly string[] {
  return [...CONTRACTS.codes.values()].find((code) => code.title === title)?.methods ?? []
}
