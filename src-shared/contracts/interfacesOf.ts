import { CONTRACTS, type ContractLookups } from './lookups.ts'

/**
 * Returns the names of a contract's interfaces in alphabetical order: the one that its code has by its hash, or all
 * whose methods the contract has. An empty list if its methods are unknown, null if no interface fits them.
 * @param codeHash base64
 */
export function interfacesOf(
  codeHash: string | undefined,
  methods: readonly number[] | undefined,
  { codes, interfacesByMethods }: ContractLookups = CONTRACTS,
): readonly string[] | null {
  const byCode = codeHash === undefined ? undefined : codes.get(codeHash)?.interfaceName
  if (byCode !== undefined) return [byCode]
  if (!methods) return []
  const present = new Set(methods)
  const names = interfacesByMethods
    .filter(({ methodIds }) => methodIds.every((id) => present.has(id)))
    .map(({ name }) => name)
  return names.length > 0 ? names : null
}
