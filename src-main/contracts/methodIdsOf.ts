import type { Cell } from '@ton/core'
import { HashmapE } from '../chain/hashmap/hashmap.ts'
import { PrunedBranchError, TlbError } from '../chain/tlb.ts'
import { firstEntries, leafCodec } from './firstEntries.ts'

const SETCP0 = 0xff00
/** DICTPUSHCONST: 13 bits, whether there is a dictionary (1 bit), the length of its keys (10 bits). */
const DICTPUSHCONST = 0xf4a4 >> 3
const HEADER_BITS = 16 + 13 + 1 + 10
/** Get-methods have ids of 19 bits. */
const KEY_BITS = 19
/** Maximum number of methods that are read. Contracts have far fewer; a dictionary of shared cells can have any number. */
const MAX_METHODS = 2048

const methodTable = leafCodec('Hashmap 19 Cell', KEY_BITS)

/**
 * Returns the ids of the methods (unsigned 19 bits, ascending) in the selector with which compilers begin a contract
 * (contract_methods of compatibility-v3 §15.1), or undefined if the code begins in another way.
 */
export function methodIdsOf(code: Cell): readonly number[] | undefined {
  const dictionary = selectorOf(code)
  if (!dictionary) return undefined
  try {
    return firstEntries(new HashmapE(methodTable, dictionary), MAX_METHODS).map(({ key }) => idOfKey(key))
  } catch (error) {
    if (error instanceof TlbError || error instanceof PrunedBranchError) return undefined
    throw error
  }
}

function selectorOf(code: Cell): Cell | undefined {
  if (code.isExotic || code.bits.length < HEADER_BITS) return undefined
  const slice = code.beginParse()
  if (slice.loadUint(16) !== SETCP0 || slice.loadUint(13) !== DICTPUSHCONST) return undefined
  const hasDictionary = slice.loadBit()
  return hasDictionary && slice.loadUint(10) === KEY_BITS ? code.refs[0] : undefined
}

/** Keys are left-aligned in their bytes. */
function idOfKey(key: Buffer): number {
  return key.readUIntBE(0, 3) >> (24 - KEY_BITS)
}
