import type { Address, Cell } from '@ton/core'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { loadMsgAddressInt, stdAccountOf } from '../chain/block/msgAddress.ts'
import type { StackValue } from './stackValue.ts'

/** The error for a get-method's result that does not have the shape required by a standard. */
export class ResultShapeError extends TypedError {
  constructor(message = 'the result has another shape', options?: TypedErrorOptions) {
    super('result-shape', message, options)
  }
}

/**
 * Reads the values that a get-method returned, from the bottom. Surplus values are ignored. Unless noted,
 * methods throw ResultShapeError for a value of another type.
 */
export class MethodResults {
  readonly #stack: readonly StackValue[]

  /** @throws ResultShapeError for fewer than `min` values */
  constructor(stack: readonly StackValue[], min: number) {
    if (stack.length < min) throw new ResultShapeError()
    this.#stack = stack
  }

  /** Returns an integer. @throws ResultShapeError for a value of another type */
  number(place: number): bigint {
    const value = this.#stack[place]
    if (value?.type !== 'int') throw new ResultShapeError()
    return value.value
  }

  flag(place: number): boolean {
    return this.number(place) !== 0n
  }

  cell(place: number): Cell {
    const value = this.#stack[place]
    if (value?.type !== 'cell') throw new ResultShapeError()
    return value.cell
  }

  /** Returns a cell, or undefined for null. */
  maybeCell(place: number): Cell | undefined {
    return this.#stack[place]?.type === 'null' ? undefined : this.cell(place)
  }

  slice(place: number): Cell {
    const value = this.#stack[place]
    if (value?.type !== 'slice') throw new ResultShapeError()
    return value.cell
  }

  /** Returns a slice, or undefined for a value of another type. */
  maybeSlice(place: number): Cell | undefined {
    const value = this.#stack[place]
    return value?.type === 'slice' ? value.cell : undefined
  }

  /** Returns the account of the addr_std in a slice, or undefined for addr_none. */
  maybeAddress(place: number): Address | undefined {
    return loadAccount(this.slice(place))
  }

  /** Returns the account of the addr_std in a slice. */
  address(place: number): Address {
    const address = this.maybeAddress(place)
    if (!address) throw new ResultShapeError()
    return address
  }

  /**
   * Returns the addr_std in a slice or in a cell, or undefined for addr_none. One with an anycast prefix is refused:
   * for the v2 reference it is not a token's.
   */
  addressIn(place: number): Address | undefined {
    const value = this.#stack[place]
    if (value?.type !== 'slice' && value?.type !== 'cell') throw new ResultShapeError()
    const { bits } = value.cell
    if (bits.length > 2 && bits.at(0) && bits.at(2)) throw new ResultShapeError()
    return loadAccount(value.cell)
  }
}

function loadAccount(cell: Cell): Address | undefined {
  const { bits } = cell
  if (cell.isExotic || bits.length < 2) throw new ResultShapeError()
  if (!bits.at(0) && !bits.at(1)) return undefined
  try {
    const address = stdAccountOf(loadMsgAddressInt(cell.beginParse()))
    if (address) return address
  } catch (error) {
    // A slice throws a plain Error at its end, a bad tag or depth is a TlbError.
    if (!(error instanceof Error)) throw error
  }
  throw new ResultShapeError()
}
