import { type Address, type Builder, beginCell, Cell, contractAddress, Dictionary } from '@ton/core'
import { methodIdOf } from '#shared/ton/methodId.ts'

/**
 * A contract whose get-methods return what a test sets. Their code is in its data, which the message that deploys
 * it brings along: so its address follows from its name alone, and two of them can know of each other.
 */

// SETCP 0  DUP  PUSHCONT{ c4 PUSH  CTOS  PLDDICT  19 PUSHINT  DICTIGETJMPZ  11 THROWARG }  IFJMP
// DROP  LDREF  DROP  c4 POP
const CODE = beginCell()
  .storeBuffer(Buffer.from('ff00209ced44d0f4058013f4bcf2c80be030d430ed54', 'hex'))
  .endCell()

const METHOD_ID_BITS = 19

export type Puppet = {
  readonly init: { readonly code: Cell; readonly data: Cell }
  readonly address: Address
}

export function puppet(name: string): Puppet {
  const init = { code: CODE, data: beginCell().storeStringTail(name).endCell() }
  return { init, address: contractAddress(0, init) }
}

/** What a method leaves: a number, null, an address or a cell's bits as a slice, a cell. */
export type Value = bigint | null | { readonly slice: Cell } | Cell

/** A get-method: its number of arguments and its results, or its own instructions. */
export type Method =
  | { readonly takes?: number; readonly leaves: readonly Value[] }
  | { readonly code: string }

/** Returns the body that sets a puppet's methods. */
export function methods(named: Readonly<Record<string, Method>>): Cell {
  const table = Dictionary.empty(Dictionary.Keys.Int(METHOD_ID_BITS), Dictionary.Values.Cell())
  for (const [name, method] of Object.entries(named)) table.set(methodIdOf(name), methodCode(method))
  const data = beginCell().storeDict(table).endCell()
  return beginCell().storeRef(data).endCell()
}

export function addressSlice(address: Address | null): { readonly slice: Cell } {
  return { slice: beginCell().storeAddress(address).endCell() }
}

function methodCode(method: Method): Cell {
  if ('code' in method) return beginCell().storeBuffer(Buffer.from(method.code, 'hex')).endCell()
  const { takes = 0, leaves } = method
  const pushes = [...Array.from({ length: takes }, () => drop), ...leaves.map((value) => push(value))]
  // After its last instruction a cell continues with its first reference.
  return pushes.reduceRight<Cell>((next, write) => {
    const builder = beginCell()
    write(builder)
    return builder.storeRef(next).endCell()
  }, Cell.EMPTY)
}

const drop = (builder: Builder) => builder.storeUint(0x30, 8)

function push(value: Value): (builder: Builder) => Builder {
  if (value === null) return (builder) => builder.storeUint(0x6d, 8)
  // PUSHINT with 259 bits.
  if (typeof value === 'bigint')
    return (builder) => builder.storeUint(0x82, 8).storeUint(30, 5).storeInt(value, 259)
  if (value instanceof Cell) return (builder) => builder.storeUint(0x88, 8).storeRef(value)
  return (builder) => builder.storeUint(0x89, 8).storeRef(value.slice)
}
