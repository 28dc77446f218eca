import type { Cell } from '../../../decode/cell.ts'
import { type KnownMethod, knownMethodById, methodsOfKind } from '../../../decode/knownMethods.ts'
import { methodIds } from '../../../decode/methodTable.ts'

/** A get-method to choose: by its name, or by its id where we don't know the name. */
export type OfferedMethod = {
  /** What is asked for: the name, or the id in decimal. */
  readonly method: string
  readonly known: KnownMethod | undefined
}

export type OfferedMethods = {
  readonly methods: readonly OfferedMethod[]
  /** code: all that the code has. kind: what contracts of this kind have. none: only trying tells. */
  readonly from: 'code' | 'kind' | 'none'
}

/** Named methods first, by name; then those of which only the id is known. */
export function offeredMethods(code: Cell | undefined, kind: string | undefined): OfferedMethods {
  const ids = code && methodIds(code)
  if (ids && ids.length > 0) {
    const offered = ids.map((id): OfferedMethod => {
      const known = knownMethodById(id)
      return { method: known?.name ?? String(id), known }
    })
    const named = offered.filter(({ known }) => known).sort((a, b) => a.method.localeCompare(b.method, 'en'))
    return { methods: [...named, ...offered.filter(({ known }) => !known)], from: 'code' }
  }
  const usual = kind === undefined ? [] : methodsOfKind(kind)
  return {
    methods: usual.map((known) => ({ method: known.name, known })),
    from: usual.length > 0 ? 'kind' : 'none',
  }
}
