import { type Address, type BitString, beginCell, type Cell, Dictionary } from '@ton/core'
import { methodIdOf } from '#shared/ton/methodId.ts'

/** An instruction of the TVM: its bits, and the cell that it takes from the code's references. */
export type Instruction = { readonly bits: BitString; readonly cell?: Cell }

const METHOD_ID_BITS = 19
/** SETCP0, DICTPUSHCONST 19, DICTIGETJMPZ, THROWARG 11: how compilers begin a contract. */
const SELECTOR = 'ff00f4a413f4bcf2c80b'

/** Instructions without a cell, in hexadecimal. */
export function hex(text: string): Instruction {
  return { bits: beginCell().storeBuffer(Buffer.from(text, 'hex')).endCell().bits }
}

/** PUSHINT for any number of 257 bits. */
export function pushInt(value: bigint): Instruction {
  // 82, five bits l, and 8 l + 19 bits of the number: l = 30 gives room for all 257.
  return { bits: beginCell().storeUint(0x82, 8).storeUint(30, 5).storeInt(value, 259).endCell().bits }
}

/** PUSHREF: the cell itself. */
export function pushCell(cell: Cell): Instruction {
  return { ...hex('88'), cell }
}

/** PUSHREFSLICE: the cell's contents. */
export function pushSlice(cell: Cell): Instruction {
  return { ...hex('89'), cell }
}

export function pushAddress(address: Address | null): Instruction {
  return pushSlice(beginCell().storeAddress(address).endCell())
}

export const PUSH_NULL: Instruction = hex('6d')

/** Code of these instructions, one in each cell: the TVM continues with a cell's last reference. */
function codeOf(instructions: readonly Instruction[]): Cell {
  return instructions.reduceRight<Cell>((next, { bits, cell }) => {
    const builder = beginCell().storeBits(bits)
    if (cell) builder.storeRef(cell)
    return (next.bits.length === 0 && next.refs.length === 0 ? builder : builder.storeRef(next)).endCell()
  }, beginCell().endCell())
}

/** Get-methods by name. */
export type Methods = Readonly<Record<string, readonly Instruction[]>>

/** A contract with these get-methods that handles internal messages by `receive`. */
export function contractCode(methods: Methods, receive: readonly Instruction[]): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Int(METHOD_ID_BITS), {
    // A leaf with nothing but a reference continues there.
    serialize: (code: Cell, builder) => builder.storeRef(code),
    parse: (slice) => slice.loadRef(),
  })
  entries.set(0, codeOf(receive))
  for (const [name, body] of Object.entries(methods)) entries.set(methodIdOf(name), codeOf(body))
  return selector(beginCell().storeDictDirect(entries).endCell())
}

/** The beginning of a contract around a dictionary of methods. */
function selector(dictionary: Cell): Cell {
  return beginCell().storeBuffer(Buffer.from(SELECTOR, 'hex')).storeRef(dictionary).endCell()
}

/**
 * Handles internal messages (stack: balance, value, message, body). A body with two references replaces code and
 * data, for any sender; one with bits sends all coins to the sender and deletes the account; an empty one is
 * accepted.
 */
export const REPLACEABLE: readonly Instruction[] = [
  // DUP SREFS, IFJMP to the replacement
  hex('20d74a'),
  { ...hex('e302'), cell: codeOf([hex('d4'), hex('d4'), hex('30'), hex('ed54'), hex('fb04')]) },
  // SDEMPTY IFRET, then the sender: CTOS, 4 PUSHINT SDSKIPFIRST, LDMSGADDR DROP
  hex('c700dc'),
  hex('d074d721fa4030'),
  // int_msg_info without bounce to it: 16 PUSHINT NEWC 6 STU, STSLICE, 111 zero bits, ENDC
  hex('8010c8cb05ce7001cb6ec9'),
  // 160 PUSHINT SENDRAWMSG: carry all balance, delete the account
  hex('8100a0fb00'),
]

/** Accepts every internal message. */
export const ACCEPTING: readonly Instruction[] = [hex('00')]

/** Removes the arguments: DEPTH DROPX. */
export const DROP_ARGUMENTS: Instruction = hex('6865')

/** Hashes the empty cell in an endless loop: PUSHCONT { NEWC ENDC HASHCU DROP } AGAIN. */
export const LOOP_FOREVER: readonly Instruction[] = [hex('95c8c9f90030ea')]

/**
 * Makes each cell around the one before in an endless loop, until cells are nested too deeply or the gas is used up:
 * NEWC ENDC, PUSHCONT { DUP NEWC STREF STREF ENDC } AGAIN.
 */
export const GROW_FOREVER: readonly Instruction[] = [hex('c8c9'), hex('9520c8ccccc9ea')]

/** Passes as often as the gas allows, 5 each: PUSHCONT {} AGAIN. Takes seconds, and can exceed a run's deadline. */
export const SLOW_LOOP: readonly Instruction[] = [hex('90ea')]

/** THROW with a code below 2,048. */
export function throwing(exitCode: number): readonly Instruction[] {
  return [{ bits: beginCell().storeUint(0b1111001011000, 13).storeUint(exitCode, 11).endCell().bits }]
}

/** A tuple of 255 tuples of 255 numbers: 65,280 entries. */
export const HUGE_TUPLE: readonly Instruction[] = [
  // 0 PUSHINT; 254 times DUP; TUPLEVAR; the same with the result
  hex('708100fe9120e48100ff6f80'),
  hex('8100fe9120e48100ff6f80'),
]

/** A tuple in a tuple, 2,000 deep. */
export const DEEP_TUPLE: readonly Instruction[] = [hex('6f008107d0926f01e4')]

/** A tree of 4^12 cells, 13 of them different. */
export function sharedTree(depth = 12): Cell {
  let cell = beginCell().storeUint(0, 1016).endCell()
  for (let level = 0; level < depth; level++) {
    const parent = beginCell().storeUint(level, 1016)
    for (let ref = 0; ref < 4; ref++) parent.storeRef(cell)
    cell = parent.endCell()
  }
  return cell
}

/**
 * A chain of 600 different cells, made when it runs: deeper than the limit of a state. PUSHCONT { NEWC STREF; a number
 * of 256 bits; ENDC }.
 */
export const DEEP_CHAIN: readonly Instruction[] = [
  // NEWC ENDC; 600 times: NEWC STREF, 7 PUSHINT SWAP 256 STU, ENDC
  hex('c8c9810258'),
  hex('97c8cc7701cbffc9e4'),
]

/**
 * The code of a contract that has all 2^19 methods, in a dictionary of 20 cells. The TVM runs it; listing the methods
 * takes a bound.
 */
export function endlessMethodTable(): Cell {
  // hml_short of length 0 in each node
  let node = beginCell().storeUint(0, 2).storeRef(codeOf(ACCEPTING)).endCell()
  for (let bit = 0; bit < METHOD_ID_BITS; bit++) {
    node = beginCell().storeUint(0, 2).storeRef(node).storeRef(node).endCell()
  }
  return selector(node)
}
