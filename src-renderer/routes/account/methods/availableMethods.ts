import type { MethodFacts } from '#shared/contracts/contractDefinition.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { methodIds } from '../../../decode/methodIds.ts'

/** A get-method in the list, by name, or by id if the name is unknown. */
export type AvailableMethod = {
  /** The name, or the id in decimal. */
  readonly method: string
  readonly known: MethodFacts | undefined
}

export type AvailableMethods = {
  readonly methods: readonly AvailableMethod[]
  /** code: all methods of the code. kind: methods of contracts of this kind. none: the methods are unknown. */
  readonly from: 'code' | 'kind' | 'none'
}

/** Returns the methods with known names, sorted, and then those with only an id. */
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
