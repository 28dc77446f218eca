import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import { methodIdsOf } from '../../../contracts/methodIdsOf.ts'
import { Lru } from '../../../platform/lru.ts'

/** The facts about contracts with one code. */
export type ContractName = {
  /** Ids of its methods, ascending; undefined if its selector is not a known compiler's. */
  readonly methods: readonly number[] | undefined
  readonly interfaces: readonly string[] | null
}

/** Cache of names by code: a few codes have most of the accounts. */
export type ContractNames = {
  /** @param loadCode returns the code as a bag of cells, if it is known */
  of(codeHash: Buffer, loadCode: () => Buffer | undefined): ContractName
}

const CACHED_NAMES = 4096

export function createContractNames(): ContractNames {
  const known = new Lru<string, ContractName>(CACHED_NAMES)
  return {
    of(codeHash, loadCode) {
      const key = codeHash.toString('base64')
      const name = known.get(key)
      if (name !== undefined) return name
      const code = loadCode()
      const methods = code && methodIdsOf(parseBocRoot(code, { trusted: true }))
      const made = { methods, interfaces: interfacesOf(key, methods) }
      // A code of which only the hash is known can be indexed later.
      if (code !== undefined) known.set(key, made)
      return made
    },
  }
}
