import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { GET_METHOD_BIT } from '#shared/ton/methodId.ts'

const KEY_BITS = 19
/** `DICTPUSHCONST n`: 14 bits of instruction, then the length of keys in 10 bits. */
const DICTPUSHCONST = 0b11110100101001
const MAX_METHODS = 2_000

function readLabel(reader: CellReader, left: number): { length: number; bits: bigint } {
  if (!reader.loadBit()) {
    // hml_short$0: length in unary
    let length = 0
    while (reader.loadBit()) length++
    return { length, bits: reader.loadUintBig(length) }
  }
  const lengthBits = Math.ceil(Math.log2(left + 1))
  if (!reader.loadBit()) {
    // hml_long$10
    const length = reader.loadUint(lengthBits)
    return { length, bits: reader.loadUintBig(length) }
  }
  // hml_same$11
  const repeated = reader.loadBit()
  const length = reader.loadUint(lengthBits)
  return { length, bits: repeated ? (1n << BigInt(length)) - 1n : 0n }
}

function collectKeys(cell: Cell, prefix: bigint, left: number, keys: number[]): void {
  if (keys.length >= MAX_METHODS) return
  const reader = new CellReader(cell)
  const label = readLabel(reader, left)
  const path = (prefix << BigInt(label.length)) | label.bits
  const below = left - label.length
  if (below < 0) throw new CellUnderflowError()
  if (below === 0) {
    keys.push(Number(BigInt.asIntN(KEY_BITS, path)))
    return
  }
  collectKeys(reader.loadRef(), path << 1n, below - 1, keys)
  collectKeys(reader.loadRef(), (path << 1n) | 1n, below - 1, keys)
}

/** Returns the dictionary of methods: the first reference after `DICTPUSHCONST 19` in the root cell. */
function methodDictionary(code: Cell): Cell | undefined {
  // The code of compilers begins with SETCP0 (ff00), the dictionary and the jump into it.
  const reader = new CellReader(code)
  if (reader.remainingBits < 40 || reader.loadUint(16) !== 0xff00) return undefined
  if (reader.loadUint(14) !== DICTPUSHCONST || reader.loadUint(10) !== KEY_BITS) return undefined
  return code.refs[0]
}

/**
 * Returns the ids of the get-methods in a contract's code, ascending, or undefined if the code has no
 * dictionary of methods as written by FunC, Tact and Tolk.
 */
export function methodIds(code: Cell): number[] | undefined {
  const dictionary = methodDictionary(code)
  if (!dictionary) return undefined
  const keys: number[] = []
  try {
    collectKeys(dictionary, 0n, KEY_BITS, keys)
  } catch (error) {
    if (error instanceof CellUnderflowError) return undefined
    throw error
  }
  return keys.filter((key) => key >= GET_METHOD_BIT).sort((a, b) => a - b)
}
