import type { Cell } from '@ton/core'
import { walkLeaves } from '../../chain/hashmap/walk.ts'
import { PrunedBranchError, TlbError } from '../../chain/tlb.ts'

/** A value of a dictionary of methods: the bits of a cell from `offset` on. */
export type CodeLeaf = {
  readonly key: number
  readonly cell: Cell
  readonly offset: number
  readonly firstRef: number
}

/** Maximum number of methods that are read. Contracts have far fewer; a dictionary of shared cells can have any number. */
const MAX_LEAVES = 2048
const MAX_KEY_BITS = 48

/**
 * Returns the values of a dictionary with signed keys, in their order; undefined if it is malformed, too large, or has
 * longer keys.
 */
export function leavesOfCode(root: Cell, keyBits: number): readonly CodeLeaf[] | undefined {
  if (!(keyBits > 0 && keyBits <= MAX_KEY_BITS)) return undefined
  const leaves: CodeLeaf[] = []
  try {
    for (const { key, cell, label } of walkLeaves({ type: 'Hashmap Code', keyBits, root })) {
      if (leaves.push({ key: signed(key, keyBits), cell, offset: label.end, firstRef: 0 }) > MAX_LEAVES)
        return undefined
    }
  } catch (error) {
    if (error instanceof TlbError || error instanceof PrunedBranchError) return undefined
    throw error
  }
  return leaves.sort((a, b) => a.key - b.key)
}

/** Keys are left-aligned in their bytes. */
function signed(key: Buffer, bits: number): number {
  const padded = BigInt(`0x${key.toString('hex')}`)
  return Number(BigInt.asIntN(bits, padded >> BigInt(key.length * 8 - bits)))
}
