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

/** Interfaces of token standards: the standard names the get-method, and the index verifies the claim. */
const STANDARDS: ReadonlySet<string> = new Set([
  'jetton_master',
  'jetton_wallet',
  'nft_collection',
  'nft_item',
  'sbt',
  'dns',
])

/**
 * Interfaces with the get-methods of another, more common contract: `tv_pool` has those of the nominator pool of
 * ton-blockchain.
 */
const BORROWED: ReadonlySet<string> = new Set(['tv_pool'])

/** Minimum number of get-methods that identify a protocol. */
const MIN_METHODS = 3

/**
 * Returns those of a contract's interfaces (`interfaces` of v3) that identify it. An interface is in the list if the
 * code has the listed get-methods, and one general name, such as `get_pool_data`, is enough for that. It identifies a
 * contract if the list follows from the code's hash, if it is that of a token standard, or if it has several get-methods
 * of which one is of no other interface.
 */
export function provenInterfaces(
  interfaces: readonly string[],
  lookups: ContractLookups = CONTRACTS,
): readonly string[] {
  if (followsFromCode(interfaces, lookups)) return interfaces
  return interfaces.filter((name) => STANDARDS.has(name) || isDistinct(name, lookups))
}

/**
 * Returns whether interfaces follow from a code's hash: there is one, and code with its get-methods alone would have
 * others too, or it is not recognized by get-methods at all.
 */
function followsFromCode([name, ...others]: readonly string[], lookups: ContractLookups): boolean {
  if (name === undefined || others.length > 0) return false
  const { interfacesByMethods } = lookups
  const sets = interfacesByMethods.filter((one) => one.name === name)
  return sets.every(({ methodIds }) => (interfacesOf(undefined, methodIds, lookups)?.length ?? 0) > 1)
}

function isDistinct(name: string, { interfacesByMethods }: ContractLookups): boolean {
  if (BORROWED.has(name)) return false
  const others = new Set(
    interfacesByMethods.filter((one) => one.name !== name).flatMap(({ methodIds }) => methodIds),
  )
  return interfacesByMethods.some(
    (one) =>
      one.name === name && one.methodIds.length >= MIN_METHODS && one.methodIds.some((id) => !others.has(id)),
  )
}
